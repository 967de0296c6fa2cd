import { CircleAlert, Mic, MicOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { LevelMeter } from "@/components/LevelMeter/LevelMeter";
import { Spinner } from "@/components/Spinner/Spinner";
import { t } from "@/messages";
import { words } from "./messages";
import { type Talk, talkAs } from "./talk";

interface TalkPanelProps {
  sid: string;
  name: string;
  /** The call is over. */
  onOver: () => void;
}

function Level({ label, stream }: { label: string; stream: MediaStream }) {
  return (
    <span className="flex min-w-40 flex-1 flex-col gap-1">
      <span aria-hidden className="truncate text-meta text-n11">
        {label}
      </span>
      <LevelMeter label={label} stream={stream} />
    </span>
  );
}

function Talking({ name, says, hears }: { name: string; says: MediaStream; hears: MediaStream }) {
  const [isMuted, setMuted] = useState(false);
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    if (player.current) {
      player.current.srcObject = hears;
      player.current.play()?.catch(() => undefined); // the click that began it lets the page play
    }
  }, [hears]);
  useEffect(() => {
    for (const track of says.getAudioTracks()) {
      track.enabled = !isMuted;
    }
  }, [says, isMuted]);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <audio ref={player}>
        <track kind="captions" />
      </audio>
      <p role="status" className="sr-only">
        {words.talking(name)}
      </p>
      <Level label={words.youSay} stream={says} />
      <Level label={words.youHear} stream={hears} />
      <Button
        size="small"
        aria-pressed={isMuted}
        icon={isMuted ? <MicOff className="size-3.5 text-danger" /> : <Mic className="size-3.5" />}
        onClick={() => setMuted(!isMuted)}
      >
        {isMuted ? words.unmute : words.mute}
      </Button>
    </div>
  );
}

/** One speaks and hears as the customer of a call, for as long as this stands. */
export function TalkPanel({ sid, name, onOver }: TalkPanelProps) {
  const [talk, setTalk] = useState<Talk>({ phase: "asking" });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round tries again
  useEffect(() => {
    const end = new AbortController();
    void talkAs(sid, setTalk, end.signal);
    return () => end.abort();
  }, [sid, round]);
  const isOver = talk.phase === "over";
  useEffect(() => {
    if (isOver) {
      onOver();
    }
  }, [isOver, onOver]);
  switch (talk.phase) {
    case "over":
      return null;
    case "failed":
      return (
        <Banner
          tone="danger"
          icon={<CircleAlert />}
          action={
            <Button size="small" onClick={() => setRound(round + 1)}>
              {t.frame.retry}
            </Button>
          }
        >
          {talk.problem}
        </Banner>
      );
    case "talking":
      return <Talking name={name} says={talk.says} hears={talk.hears} />;
    default:
      return (
        <p role="status" className="flex items-center gap-2 text-meta text-n11">
          <Spinner />
          {talk.phase === "asking" ? words.askMicrophone(name) : words.connecting}
        </p>
      );
  }
}
