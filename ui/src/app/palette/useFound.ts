import { useEffect, useState } from "react";
import { type Found, searchRecords } from "@/api";

/** A person who types on asks once: what is typed rests for so long before the server is asked. */
const pause = 60;
const each = 5;

/** What of fields is needed to show what was found, apart from the palette: that must take the first key. */
const loadLead = () => import("./lead").then(({ leadOf }) => leadOf);

export interface FoundRecords {
  found: readonly Found[];
  leadOf?: Awaited<ReturnType<typeof loadLead>>;
}

const nothing: FoundRecords = { found: [] };

/** The records that a text finds; those of the former text stay until the next are there. */
export function useFound(text: string): FoundRecords {
  const [found, setFound] = useState(nothing);
  useEffect(() => void loadLead().catch(() => undefined), []);
  useEffect(() => {
    if (text === "") {
      setFound(nothing);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      Promise.all([searchRecords(text, each, stop.signal), loadLead()]).then(
        ([next, leadOf]) => stop.signal.aborted || setFound({ found: next, leadOf }),
        // Places and commands are there without the server.
        () => stop.signal.aborted || setFound(nothing),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return found;
}
