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

interface Rules {
  /** The largest file in bytes, and what is said of a larger one. */
  largest?: { bytes: number; refuse: (name: string, bytes: number) => string };
  tooMany?: (most: number) => string;
  /** Hears how many files were stored at once. */
  onStored?: (count: number) => void;
}

const anyFile: Rules = {};

/**
 * The files of the message that is being written: each goes to the server as it is chosen. The rules are the same object
 * from one drawing to the next.
 */
export function useAttachments({ largest, tooMany = words.tooMany, onStored }: Rules = anyFile) {
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
        toast.warning(tooMany(most));
      }
      const taken = files.slice(0, Math.max(0, room)).filter((file) => {
        const isTooLarge = largest !== undefined && file.size > largest.bytes;
        if (isTooLarge) {
          toast.error(largest.refuse(file.name, largest.bytes));
        }
        return !isTooLarge;
      });
      const added = taken.map(
        (file): Attachment => ({ key: crypto.randomUUID(), file, state: "sending", part: 0 }),
      );
      setList((before) => [...before, ...added]);
      const stored = (await Promise.all(added.map(upload))).filter(Boolean).length;
      if (stored > 0) {
        onStored?.(stored);
      }
    },
    [upload, largest, tooMany, onStored],
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
        onStored?.(1);
      }
    },
    clear: () => setList([]),
    /** Those that are stored. */
    done: list.flatMap(({ id, file: { name } }) => (id === undefined ? [] : [{ id, name }])),
    isSending: list.some(({ state }) => state === "sending"),
    hasFailed: list.some(({ state }) => state === "failed"),
  };
}
