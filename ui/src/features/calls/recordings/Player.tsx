import { Download, Pause, Play } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { cn } from "@/lib/cn";
import { duration } from "@/lib/time";
import { t } from "@/messages";
import type { Sound } from "./sound";
import { useSound } from "./useSound";
import { Waveform } from "./Waveform";
import { words } from "./words";

const speeds = [1, 1.5, 2] as const;
/** By how much the arrows seek, in seconds. */
const arrow = 5;

interface Loaded {
  sound: Sound;
  file: string;
  /** It plays as soon as it is there. */
  isPlayed: boolean;
}

function usePlaying({ sound, isPlayed }: Pick<Loaded, "sound" | "isPlayed">) {
  const audio = useRef<HTMLAudioElement>(null);
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  // Where it is is drawn as often as the screen is.
  useEffect(() => {
    if (!isPlaying) {
      return;
    }
    let frame = 0;
    const follow = () => {
      setAt(audio.current?.currentTime ?? 0);
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  const play = () => void audio.current?.play().catch(() => undefined); // a browser that keeps it silent shows Play
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there
  useEffect(() => {
    if (isPlayed) {
      play();
    }
  }, []);
  const seek = (to: number) => {
    const place = Math.min(sound.length, Math.max(0, to));
    if (audio.current) {
      audio.current.currentTime = place;
    }
    setAt(place);
  };
  return {
    audio,
    at,
    isPlaying,
    speed,
    seek,
    setPlaying,
    toggle: () => (isPlaying ? audio.current?.pause() : play()),
    choose: (next: number) => {
      if (audio.current) {
        audio.current.playbackRate = next;
      }
      setSpeed(next);
    },
  };
}

function LoadedPlayer({ sound, file, isPlayed }: Loaded) {
  const { audio, at, isPlaying, speed, seek, setPlaying, toggle, choose } = usePlaying({ sound, isPlayed });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -arrow, ArrowDown: -arrow, ArrowRight: arrow, ArrowUp: arrow }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      seek(at + step);
    } else if (event.key === " ") {
      event.preventDefault();
      void toggle();
    }
  };
  const played = sound.length > 0 ? at / sound.length : 0;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what was said was not written down */}
      <audio
        ref={audio}
        src={sound.url}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => seek(sound.length)}
      />
      <IconButton
        label={isPlaying ? words.pause : words.play}
        onClick={toggle}
        icon={isPlaying ? <Pause className="size-4" /> : <Play className="size-4" />}
        className="size-9 rounded-full bg-accent text-on-accent enabled:hover:bg-accent-hover enabled:hover:text-on-accent"
      />
      <div className="relative h-10 min-w-40 flex-1 rounded outline-accent outline-offset-2 has-[:focus-visible]:outline-2">
        <Waveform peaks={sound.peaks} played={played} />
        <span
          aria-hidden
          style={{ left: `${played * 100}%` }}
          className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 rounded-full bg-accent"
        />
        <input
          type="range"
          aria-label={words.position}
          aria-valuetext={`${duration(at)} / ${duration(Math.round(sound.length))}`}
          min={0}
          max={sound.length}
          step={0.1}
          value={at}
          onChange={(event) => seek(Number(event.target.value))}
          onKeyDown={onKeyDown}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      <span className="min-w-21 text-right text-meta text-n11 tabular-nums">
        {duration(at)} / {duration(Math.round(sound.length))}
      </span>
      <fieldset aria-label={words.speed} className="flex rounded border">
        {speeds.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === speed}
            onClick={() => choose(one)}
            className={cn(
              "h-7 px-2 font-medium text-meta tabular-nums first:rounded-l last:rounded-r",
              one === speed ? "bg-accent-soft text-accent-text" : "text-n11 hover:bg-n3",
            )}
          >
            {words.times(one)}
          </button>
        ))}
      </fieldset>
      <a
        href={sound.url}
        download={file}
        aria-label={words.download}
        data-tip={words.download}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
      >
        <Download className="size-4" />
      </a>
    </>
  );
}

/** Plays a recording: fetched when it is shown, with its waveform, sought by pointer and keys. */
export function Player({ sid, file, isPlayed = false }: { sid: string; file: string; isPlayed?: boolean }) {
  const { sound, error, retry } = useSound(sid);
  return (
    <section
      aria-label={words.player}
      data-sound={sound ? "ready" : error ? "failed" : "loading"}
      className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2"
    >
      {sound ? (
        <LoadedPlayer key={sound.url} sound={sound} file={file} isPlayed={isPlayed} />
      ) : error ? (
        <div role="alert" className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium text-danger">{words.error}</span>
          <span className="min-w-0 flex-1 text-n11">{detailOf(error)}</span>
          <Button size="small" onClick={retry}>
            {t.frame.retry}
          </Button>
        </div>
      ) : (
        <div role="status" aria-label={words.decoding} className="flex flex-1 items-center gap-3">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-10 flex-1" />
        </div>
      )}
    </section>
  );
}
