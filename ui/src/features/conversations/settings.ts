import type { SettingGroup } from "@/feature";
import { title } from "./names";

const words = {
  strict_opt_in: {
    label: "Text only people who opted in",
    hint: "Otherwise people who never said yes or no may be texted too.",
  },
  quiet: {
    label: "Quiet hours",
    hint: "In the recipient's time zone; answers within a day of their text still go.",
  },
  from: { label: "Quiet from" },
  to: { label: "Quiet until" },
};

export const settings: readonly SettingGroup[] = [
  {
    title,
    order: 5,
    settings: [
      { path: "settings.strict_opt_in", kind: "switch", ...words.strict_opt_in },
      { path: "settings.quiet_hours.enabled", kind: "switch", ...words.quiet },
      { path: "settings.quiet_hours.from", kind: "hour", ...words.from },
      { path: "settings.quiet_hours.to", kind: "hour", ...words.to },
    ],
  },
];
