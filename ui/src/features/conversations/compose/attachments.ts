import { useCallback, useEffect, useRef, useState } from "react";
import { createRecord, detailOf } from "@/api";
import { addressOf, uploadFile } from "@/api/files";
import { toast } from "@/components/Toaster/toasts";
import { object } from "../objects";
import { words } from "./messages";

/** A file that goes with the next text. */
export interface Attachment {
  key: string;
  file: File;
  state: "sending" | "done" | "failed";
  /** The part that was sent, 0 to 1. */
  part: number;
  error?: string;
  /** The stored file. */
  id?: string;
  link?: string;
}

/** The server takes no more with one text, and phones take no larger ones. */
const most = 10;
const largest = 5 * 1_048_576;

/** Uploads a file. Throws an Error whose message is for users. */
async function store(one: Attachment, signal: AbortSignal, onProgress: (part: number) => void) {
  try {
    const stored = await uploadFile({ file: one.file, command: one.key, signal, onProgress });
    const link = addressOf(stored);
    if (link === undefined) {
      throw new Error(words.noAddress);
    }
    return { id: stored.id, link };
  } catch (error) {
    throw signal.aborted ? error : new Error(detailOf(error) || words.uploadFailed, { cause: error });
  }
}

/** Attaches what was sent to its conversation, and says how that went. */
export async function relate(conversation: string, sent: readonly Attachment[]): Promise<void> {
  try {
    await Promise.all(
      sent.map(({ key, file, id, link }) =>
        createRecord(
          "related_file",
          { file: id, name: file.name, related_record: { schema: object, id: conversation }, link },
          `${key}-record`,
        ),
      ),
    );
    toast.success(words.related);
  } catch {
    toast.error(words.relateFailed);
  }
}

/** The files of the text that is being written: each goes to the server as it is chosen. */
export function useAttachments() {
  const [list, setList] = useState<readonly Attachment[]>([]);
  const held = useRef<readonly Attachment[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  held.current = list;
  useEffect(() => {
    const { current } = stops;
    return () => {
      for (const stop of current.values()) {
        stop.abort();
      }
    };
  }, []);

  const change = useCallback((key: string, to: Partial<Attachment>) => {
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...to } : one)));
  }, []);

  /** True where it was stored. */
  const upload = useCallback(
    async (one: Attachment): Promise<boolean> => {
      const stop = new AbortController();
      stops.current.set(one.key, stop);
      change(one.key, { state: "sending", part: 0 });
      try {
        const stored = await store(one, stop.signal, (part) => change(one.key, { part }));
        change(one.key, { state: "done", part: 1, ...stored });
        return true;
      } catch (error) {
        if (!stop.signal.aborted) {
          const said = error instanceof Error ? error.message : words.uploadFailed;
          toast.error(said);
          change(one.key, { state: "failed", error: said });
        }
        return false;
      } finally {
        stops.current.delete(one.key);
      }
    },
    [change],
  );

  const add = useCallback(
    async (files: readonly File[]) => {
      const room = most - held.current.length;
      if (files.length > room) {
        toast.warning(words.tooMany(most));
      }
      const taken = files.slice(0, Math.max(0, room)).filter((file) => {
        if (file.size > largest) {
          toast.error(words.tooLarge(file.name, largest));
        }
        return file.size <= largest;
      });
      const added = taken.map(
        (file): Attachment => ({ key: crypto.randomUUID(), file, state: "sending", part: 0 }),
      );
      setList((before) => [...before, ...added]);
      const stored = (await Promise.all(added.map(upload))).filter(Boolean).length;
      if (stored > 0) {
        toast.success(words.uploaded(stored));
      }
    },
    [upload],
  );

  return {
    list,
    add,
    remove: (key: string) => {
      stops.current.get(key)?.abort();
      setList((before) => before.filter((one) => one.key !== key));
    },
    retry: async (one: Attachment) => {
      if (await upload(one)) {
        toast.success(words.uploaded(1));
      }
    },
    clear: () => setList([]),
    isSending: list.some(({ state }) => state === "sending"),
    hasFailed: list.some(({ state }) => state === "failed"),
  };
}
