import { Circle, CircleDot, CirclePause, CircleStop } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { carryOut, detailOf } from "@/api";
import { IconButton } from "@/components/IconButton/IconButton";
import { toast } from "@/components/Toaster/toasts";
import { cn } from "@/lib/cn";
import { command, isConnected } from "@/realtime";
import { useKeys } from "../dock/useKeys";
import type { CallRecord } from "../objects";
import { keys as words } from "./words";

type Action = "start" | "pause" | "resume" | "stop";

const round = "size-8 rounded-full border";
/** How long a key waits for what it asked for, before it can be pressed again. */
const patience = 20_000;

/** Says what becomes of the recording of a call; a refusal is said. */
async function record(call: string, action: Action): Promise<boolean> {
  const id = crypto.randomUUID();
  try {
    if (isConnected()) {
      await command("call.recording", { id: call, action }, id);
    } else {
      await carryOut("POST /twilio/call/{id}/recording", { id: call, action, command: id });
    }
    return true;
  } catch (error) {
    toast.error(detailOf(error));
    return false;
  }
}

/** Asks for something once, until the call is another one or nothing has come of it. */
function useAsking(call: CallRecord) {
  const [asked, setAsked] = useState<{ action: Action; from: string }>();
  const state = call.recording ?? "";
  const isAsked = asked !== undefined && asked.from === state;
  useEffect(() => {
    if (!isAsked) {
      return;
    }
    const timer = setTimeout(() => setAsked(undefined), patience);
    return () => clearTimeout(timer);
  }, [isAsked]);
  const ask = async (action: Action) => {
    if (isAsked) {
      return;
    }
    setAsked({ action, from: state });
    if (!(await record(call.id, action))) {
      setAsked(undefined);
    }
  };
  return { ask, isAsked };
}

/** Says where a recording could not be begun, and where to find one that was stopped. */
function useRecordingNews(call: CallRecord): void {
  const state = call.recording ?? "";
  const before = useRef(state);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (state !== "" || was === "" || call.status !== "in-progress") {
      return;
    }
    if (was === "starting") {
      toast.error(words.failed);
    } else {
      toast.success(words.kept);
    }
  }, [state, call.status]);
}

/** What R does now, undefined for nothing. */
function nextOf(call: CallRecord): Action | undefined {
  switch (call.recording) {
    case "on":
      return "pause";
    case "paused":
      return "resume";
    case "starting":
      return undefined;
    default:
      return call.held_at ? undefined : "start";
  }
}

/** Records a call that one is on: R begins, pauses and resumes it. */
export function RecordingKeys({ call }: { call: CallRecord }) {
  const { ask, isAsked } = useAsking(call);
  useRecordingNews(call);
  const isUp = call.status === "in-progress";
  const { recording: state } = call;
  const next = isUp ? nextOf(call) : undefined;
  useKeys({ r: next && !isAsked ? () => void ask(next) : undefined });
  if (!isUp) {
    return null;
  }
  const shown = next ?? "start";
  const Icon = { start: Circle, pause: CirclePause, resume: CircleDot, stop: CircleStop }[shown];
  return (
    <>
      <IconButton
        label={words[shown]}
        keys="r"
        disabled={next === undefined || isAsked}
        aria-pressed={state === "on"}
        icon={<Icon className={cn("size-4 text-danger", shown === "start" && "fill-danger-solid")} />}
        className={round}
        onClick={() => next && void ask(next)}
      />
      {state ? (
        <IconButton
          label={words.stop}
          disabled={isAsked && state !== "starting"}
          icon={<CircleStop className="size-4" />}
          className={`${round} text-danger max-sm:hidden`}
          onClick={() => void ask("stop")}
        />
      ) : null}
    </>
  );
}
