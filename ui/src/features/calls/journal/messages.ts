import { journalTitle } from "../names";

const others = (names: readonly string[]) => {
  const shown = names.slice(0, 3).join(", ");
  const more = names.length - 3;
  return more > 0 ? `${shown} and ${more} more` : shown;
};

export const words = {
  title: journalTitle,
  loading: "Loading the journal",
  loadError: "The journal could not be loaded.",
  none: "No journal",
  noneText: "How this call went was not kept.",
  more: "This call has more events than are shown.",
  plot: "Who was on the call, and when",
  alsoRang: (names: readonly string[]) => `It also rang for ${others(names)}.`,
  replay: "Replay",
  first: "To the beginning",
  back: "Step back",
  forward: "Step forward",
  last: "To the end",
  play: "Play",
  pause: "Pause",
  speed: "Speed",
  times: (speed: number) => `${speed}×`,
  position: "Step",
  step: (number: number, of: number, sentence: string) => `Step ${number} of ${of}: ${sentence}`,
  events: "What happened",
  line: (mos: string) => `Line ${mos} of 5`,
  somebody: "Somebody",
  muted: "muted",
  spoke: "Speaking",
  quality: "Quality of the line",
  troubled: "The phone found the line bad",
  states: {
    ringing: "Ringing",
    connecting: "Connecting",
    waiting: "Waiting",
    talking: "Talking",
    holding: "Has them on hold",
    held: "On hold",
    declined: "Declined",
    missed: "Missed",
    left: "Left",
    none: "Not on the call",
  } as Record<string, string>,
  warnings: {
    "high-rtt": "delayed sound",
    "low-mos": "poor quality",
    "high-jitter": "uneven sound",
    "high-packet-loss": "lost sound",
    "high-packets-lost-fraction": "lost sound",
    "low-bytes-received": "nothing is heard",
    "low-bytes-sent": "nothing is sent",
    "ice-connectivity-lost": "connection lost",
    "constant-audio-input-level": "no sound from the microphone",
    "constant-audio-output-level": "no sound from the call",
  } as Record<string, string>,
  ends: {
    completed: "The call ended",
    busy: "The number was busy",
    failed: "The call failed",
    "no-answer": "Nobody answered",
    canceled: "The call was given up",
  } as Record<string, string>,
  rang: (names: readonly string[]) => `Rang for ${others(names)}`,
  rangNoMore: (names: readonly string[]) => `No longer rang for ${others(names)}`,
};
