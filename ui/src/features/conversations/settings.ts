import type { SettingGroup } from "@/feature";
import { title } from "./names";

const words = {
  strict_opt_in: {
    label: "Text only people who opted in",
    hint: "If off, people who never opted in or out can be texted too.",
  },
  scheduled_texts: {
    label: "Schedule texts",
    hint: "Users can write texts that are sent later. Consent and quiet hours apply at that time.",
  },
  quiet: {
    label: "Quiet hours",
    hint: "In the recipient's time zone. Replies within a day of their text are still sent.",
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
      { path: "settings.scheduled_texts", kind: "switch", ...words.scheduled_texts },
      { path: "settings.quiet_hours.enabled", kind: "switch", ...words.quiet },
      { path: "settings.quiet_hours.from", kind: "hour", ...words.from },
      { path: "settings.quiet_hours.to", kind: "hour", ...words.to },
    ],
  },
];
