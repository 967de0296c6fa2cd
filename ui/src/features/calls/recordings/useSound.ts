import { useEffect, useState } from "react";
import { fetchSound, type Sound } from "./sound";

interface Loaded {
  sid: string;
  sound?: Sound;
  error?: unknown;
}

/** The sound of a recording, fetched while it is shown and let go with it. */
export function useSound(sid: string) {
  const [loaded, setLoaded] = useState<Loaded>({ sid });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a try is one more fetch
  useEffect(() => {
    const away = new AbortController();
    let url: string | undefined;
    fetchSound(sid, away.signal).then(
      (sound) => {
        url = sound.url;
        if (away.signal.aborted) {
          URL.revokeObjectURL(sound.url);
        } else {
          setLoaded({ sid, sound });
        }
      },
      (error: unknown) => {
        if (!away.signal.aborted) {
          setLoaded({ sid, error });
        }
      },
    );
    return () => {
      away.abort();
      if (url !== undefined) {
        URL.revokeObjectURL(url);
      }
    };
  }, [sid, tries]);
  const current = loaded.sid === sid ? loaded : { sid };
  return {
    sound: current.sound,
    error: current.error,
    retry: () => {
      setLoaded({ sid });
      setTries((before) => before + 1);
    },
  };
}
