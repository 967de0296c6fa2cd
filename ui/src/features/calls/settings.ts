import type { SettingGroup } from "@/feature";

const words = {
  inbound: "Incoming calls",
  recordings: "Recordings",
  ring_seconds: {
    label: "Ring time in seconds",
    hint: "If no one answers in time, callers hear a message and the call ends.",
  },
  recording: {
    label: "Announce recording",
    hint: "Both parties hear the announcement before a recording starts.",
  },
  notice: { label: "Announcement", hint: "One or two sentences, up to 300 characters." },
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
