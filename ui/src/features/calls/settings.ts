import type { SettingGroup } from "@/feature";

const words = {
  inbound: "Calls in",
  ring_seconds: {
    label: "Ring for, seconds",
    hint: "After that a caller whom nobody answered hears so, and the call ends.",
  },
};

export const settings: readonly SettingGroup[] = [
  {
    title: words.inbound,
    order: 2,
    settings: [
      { path: "settings.ring_seconds", kind: "number", least: 10, most: 120, ...words.ring_seconds },
    ],
  },
];
