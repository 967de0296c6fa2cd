import { useEffect, useState } from "react";
import { offsetOf, type Shape } from "./journal";

export const speeds = [1, 4] as const;
type Speed = (typeof speeds)[number];

/** Between two moves of what plays. */
const beat = 100;

export interface Replay {
  /** The step that is shown; -1 where there is none. */
  index: number;
  /** The moment that is shown, in milliseconds since the call began. */
  position: number;
  isPlaying: boolean;
  speed: Speed;
  go: (index: number) => void;
  toggle: () => void;
  setSpeed: (speed: Speed) => void;
}

interface Place {
  index: number;
  position: number;
}

/** Walks through a call's steps, by hand or as time went. Who has not begun to sees how it stands now. */
export function useReplay({ told, began, length }: Shape): Replay {
  const [place, setPlace] = useState<Place>();
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const last = told.length - 1;
  const now = place && place.index < last ? place : { index: last, position: length };

  const go = (wanted: number) => {
    const index = Math.min(last, Math.max(0, wanted));
    const step = told[index];
    setPlace(step && index < last ? { index, position: offsetOf(step, began) } : undefined);
    if (index === last) {
      setPlaying(false);
    }
  };
  const toggle = () => {
    if (!isPlaying && now.index >= last) {
      go(0);
    }
    setPlaying(!isPlaying);
  };

  useEffect(() => {
    if (!isPlaying) {
      return;
    }
    const timer = setInterval(() => {
      setPlace((before) => {
        if (!before) {
          return before;
        }
        const position = before.position + beat * speed;
        let { index } = before;
        for (let next = told[index + 1]; next && offsetOf(next, began) <= position; next = told[index + 1]) {
          index += 1;
        }
        return { index, position };
      });
    }, beat);
    return () => clearInterval(timer);
  }, [isPlaying, speed, told, began]);

  const isAtEnd = now.index >= last;
  useEffect(() => {
    if (isAtEnd) {
      setPlaying(false);
    }
  }, [isAtEnd]);

  return { ...now, isPlaying, speed, go, toggle, setSpeed };
}
