import type { Step } from "./journal";
import { words } from "./messages";

/** Names a party: a user by his id, the other side where there is none. */
export type Name = (who: string | undefined) => string;

type Sentence = (step: Step, name: Name) => string;

const warning = (step: Step) => words.warnings[step.warning ?? ""] ?? step.warning ?? "";
const names = (step: Step, name: Name) => (step.users ?? []).map((user) => name(user));

const sentences: Record<string, Sentence> = {
  ringing: (step, name) =>
    step.by ? `${name(step.by)} called ${name(undefined)}` : `${name(undefined)} called`,
  offered: (step, name) => words.rang(names(step, name)),
  withdrawn: (step, name) => words.rangNoMore(names(step, name)),
  declined: (step, name) => `${name(step.by)} declined`,
  accepted: (step, name) => `${name(step.by)} accepted`,
  returned: (step, name) => `${name(step.by)} could not be connected`,
  assigned: (step, name) => (step.by ? `Assigned to ${name(step.by)}` : "Unassigned"),
  joined: (step, name) => `${name(step.by)} joined`,
  left: (step, name) => `${name(step.by)} left`,
  connected: () => "Both parties connected",
  held: (step, name) =>
    step.by ? `${name(step.by)} put ${name(undefined)} on hold` : `${name(undefined)} was put on hold`,
  resumed: (step, name) =>
    step.failed ? `${name(undefined)} could not be put on hold` : `${name(undefined)} was taken off hold`,
  muted: (step, name) => `${name(step.by)} muted the microphone`,
  unmuted: (step, name) => `${name(step.by)} unmuted the microphone`,
  dtmf: (step, name) => `${name(step.by)} pressed ${step.keys === 1 ? "a key" : `${step.keys} keys`}`,
  warning: (step, name) => `${name(step.by)}: ${warning(step)}`,
  warning_cleared: (step, name) => `${name(step.by)}: no longer ${warning(step)}`,
  transfer_started: (step, name) =>
    step.warm
      ? `${name(step.by)} asked ${name(step.to)} about the call`
      : `${name(step.by)} transferred the call to ${name(step.to)}`,
  transfer_accepted: (step, name) => `${name(step.to)} accepted the transfer`,
  transfer_talking: (step, name) => `${name(step.to)} talked about it first`,
  transfer_completed: (step, name) => `${name(step.to)} took over`,
  transfer_declined: (step, name) => `${name(step.to)} declined the transfer`,
  transfer_returned: (step, name) => `Call returned from ${name(step.to)}`,
  transfer_canceled: () => "Transfer canceled",
  recording_noticed: () => "Recording notice played to both parties",
  recording_started: (step, name) => `${name(step.by)} began to record`,
  recording_paused: (step, name) => `${name(step.by)} paused the recording`,
  recording_resumed: (step, name) => `${name(step.by)} resumed the recording`,
  recording_stopped: (step, name) => `${name(step.by)} stopped the recording`,
  recording_failed: () => "The call could not be recorded",
  ended: (step) => words.ends[step.status ?? ""] ?? words.ends.completed ?? "",
};

/** What an event is in words. */
export const sentenceOf = (step: Step, name: Name): string => sentences[step.kind]?.(step, name) ?? step.kind;
