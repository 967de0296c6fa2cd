import { AlarmClock, CalendarClock } from "lucide-react";
import type { MenuSection } from "@/components/Menu/Menu";
import { listedTime } from "@/lib/time";
import { browserZone, zone } from "@/lib/zone";
import { words } from "./messages";
import { presetsIn } from "./presets";
import { snooze } from "./work";

/** The times until which conversations are snoozed most, and the way to any other. */
export function snoozeItems(ids: readonly string[], onPick: () => void): MenuSection[] {
  return [
    {
      items: presetsIn(zone() ?? browserZone(), new Date()).map(([label, at]) => ({
        key: label,
        label,
        icon: <AlarmClock />,
        keys: <span className="text-meta text-n11 tabular-nums">{listedTime(at)}</span>,
        onSelect: () => void snooze(ids, at),
      })),
    },
    { items: [{ key: "pick", label: words.pickMore, icon: <CalendarClock />, onSelect: onPick }] },
  ];
}
