import { useCallback, useEffect, useRef, useState } from "react";
import { detailOf } from "@/api";
import { addressOf, uploadFile } from "@/api/files";
import { toast } from "@/components/Toaster/toasts";
import { words } from "./messages";

/** A file that goes with the next message. */
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

/** The server takes no more with one message. */
const most = 10;

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

/** The files of the message that is being written: each goes to the server as it is chosen. */
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

  const upload = useCallback(
    async (one: Attachment): Promise<void> => {
      const stop = new AbortController();
      stops.current.set(one.key, stop);
      change(one.key, { state: "sending", part: 0 });
      try {
        const stored = await store(one, stop.signal, (part) => change(one.key, { part }));
        change(one.key, { state: "done", part: 1, ...stored });
      } catch (error) {
        if (!stop.signal.aborted) {
          const said = error instanceof Error ? error.message : words.uploadFailed;
          toast.error(said);
          change(one.key, { state: "failed", error: said });
        }
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
      const added = files
        .slice(0, Math.max(0, room))
        .map((file): Attachment => ({ key: crypto.randomUUID(), file, state: "sending", part: 0 }));
      setList((before) => [...before, ...added]);
      await Promise.all(added.map(upload));
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
    retry: (one: Attachment) => void upload(one),
    clear: () => setList([]),
    /** Those that are stored. */
    done: list.flatMap(({ id, file: { name } }) => (id === undefined ? [] : [{ id, name }])),
    isSending: list.some(({ state }) => state === "sending"),
    hasFailed: list.some(({ state }) => state === "failed"),
  };
}
