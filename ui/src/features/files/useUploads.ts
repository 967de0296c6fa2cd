import { useCallback, useEffect, useRef, useState } from "react";
import { detailOf } from "@/api";
import { addressOf, canceled } from "@/api/files";
import { toast } from "@/components/Toaster/toasts";
import { words } from "./messages";
import { type About, type Pending, pendingOf, relate, store, uploadErrorOf } from "./uploads";

/** How many files are sent at once. */
const atOnce = 2;

/** A file that was just attached. */
export interface Attached {
  id: string;
  name: string;
}

/** The files that are about to be attached to a record, and those that just were. */
export function useUploads(about: About) {
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [done, setDone] = useState<readonly Attached[]>([]);
  const [isSending, setSending] = useState(false);
  const stops = useRef(new Map<string, AbortController>());
  // A page that is left takes its uploads along.
  useEffect(() => {
    const { current } = stops;
    return () => {
      for (const stop of current.values()) {
        stop.abort();
      }
    };
  }, []);

  const change = useCallback((key: string, to: Partial<Pending>) => {
    setPending((before) => before.map((one) => (one.key === key ? { ...one, ...to } : one)));
  }, []);

  const add = useCallback((files: Iterable<File>) => {
    setDone([]);
    setPending((before) => [...before, ...pendingOf(files)]);
  }, []);

  const drop = useCallback((key: string) => {
    stops.current.get(key)?.abort(canceled);
    setPending((before) => before.filter((one) => one.key !== key));
  }, []);

  /** True where the file is attached. */
  const send = async (one: Pending): Promise<boolean> => {
    const stop = new AbortController();
    stops.current.set(one.key, stop);
    change(one.key, { state: "sending", part: 0, isInterrupted: false });
    try {
      const stored = await store(one, (to) => change(one.key, to), stop.signal);
      change(one.key, { stored, part: 1 });
      try {
        await relate(about, {
          file: stored,
          name: one.name,
          link: addressOf(stored),
          command: `${one.key}-record`,
        });
      } catch (error) {
        const said = words.createError(detailOf(error));
        toast.error(said);
        change(one.key, { state: "failed", error: said });
        return false;
      }
      setDone((before) => [...before, { id: stored.id, name: one.name || one.file.name }]);
      setPending((before) => before.filter(({ key }) => key !== one.key));
      return true;
    } catch (error) {
      if (!stop.signal.aborted) {
        const said = uploadErrorOf(error);
        toast.error(said);
        change(one.key, { state: "failed", error: said });
      }
      return false;
    } finally {
      stops.current.delete(one.key);
    }
  };

  const sendAll = async () => {
    const queue = pending.filter(({ state }) => state !== "sending");
    if (queue.length === 0) {
      toast.error(words.noFile);
      return;
    }
    setSending(true);
    setDone([]);
    let attached = 0;
    const work = async () => {
      for (let one = queue.shift(); one; one = queue.shift()) {
        attached += (await send(one)) ? 1 : 0;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    setSending(false);
    if (attached > 0) {
      toast.success(words.created);
    }
  };

  return {
    pending,
    done,
    isSending,
    add,
    drop,
    rename: (key: string, name: string) => change(key, { name }),
    sendAll,
  };
}
