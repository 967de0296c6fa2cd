import type { SettingGroup } from "@/feature";

const words = {
  inbound: "Calls in",
  recordings: "Recordings",
  ring_seconds: {
    label: "Ring for, seconds",
    hint: "After that a caller whom nobody answered hears so, and the call ends.",
  },
  recording: {
    label: "Say that a call is recorded",
    hint: "Both sides hear it before a recording begins.",
  },
  notice: { label: "What they hear", hint: "One or two sentences, 300 characters at most." },
};

export const settings: readonly SettingGroup[] = [
  {
    title: words.inbound,
    order: 2,
    settings: [
      { path: "settings.ring_seconds", kind: "number", least: 10, most: 120, ...words.ring_seconds },
    ],
  },
  {
    title: words.recordings,
    order: 4,
    settings: [
      { path: "settings.recording_notice.enabled", kind: "switch", ...words.recording },
      { path: "settings.recording_notice.text", kind: "text", ...words.notice },
    ],
  },
];
