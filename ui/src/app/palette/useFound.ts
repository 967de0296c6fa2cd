import { useEffect, useState } from "react";
import { type Found, searchRecords } from "@/api";

/** A person who types on asks once: what is typed rests for so long before the server is asked. */
const pause = 60;
const each = 5;

/** The records that a text finds; those of the former text stay until the next are there. */
export function useFound(text: string): readonly Found[] {
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    if (text === "") {
      setFound([]);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      searchRecords(text, each, stop.signal).then(
        (next) => setFound(next),
        // Places and commands are there without the server.
        () => stop.signal.aborted || setFound([]),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return found;
}
