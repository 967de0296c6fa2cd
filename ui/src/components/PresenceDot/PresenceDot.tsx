import { cn } from "@/lib/cn";

export type Presence = "available" | "busy" | "offline" | "on_call" | "do_not_disturb" | "away" | "unknown";

const colours: Record<Presence, string> = {
  available: "bg-(--presence-available)",
  busy: "bg-(--presence-busy)",
  on_call: "bg-(--presence-on_call)",
  do_not_disturb: "bg-(--presence-do_not_disturb)",
  away: "bg-(--presence-away)",
  offline: "border-2 border-(--presence-offline) bg-surface",
  unknown: "border-2 border-dashed border-(--presence-offline) bg-surface",
};

/** The colour of a person's state; the words stand beside it or in `label`. */
export function PresenceDot({
  status,
  label,
  className,
}: {
  status: Presence;
  label?: string;
  className?: string;
}) {
  const look = cn("inline-block size-2.5 shrink-0 rounded-full", colours[status], className);
  if (label === undefined) {
    return <span aria-hidden data-presence={status} className={look} />;
  }
  return <span role="img" aria-label={label} data-tip={label} data-presence={status} className={look} />;
}
