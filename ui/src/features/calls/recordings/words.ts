import { recordingsTitle } from "../names";

export const words = {
  title: recordingsTitle,
  empty: "No recordings yet",
  emptyHint: "Press R during a call to record it. Recordings appear here after the call.",
  loading: "Loading the recordings",
  loadError: "The recordings could not be loaded.",
  more: "Show more",
  call: "Call",
  inbound: "Inbound",
  outbound: "Outbound",
  player: "Player",
  play: "Play",
  pause: "Pause",
  position: "Position",
  speed: "Speed",
  times: (speed: number) => `${speed}×`,
  download: "Download",
  decoding: "Loading the recording",
  error: "Error getting recording",
  ofCall: "Recordings of this call",
};

export const keys = {
  start: "Record",
  pause: "Pause the recording",
  resume: "Resume the recording",
  stop: "Stop the recording",
  failed: "The call could not be recorded.",
  kept: "The recording will appear under Recordings shortly.",
  marks: {
    starting: "Starting to record",
    on: "Recording",
    paused: "Recording paused",
  },
  short: { starting: "Starting", on: "Recording", paused: "Paused" },
};
