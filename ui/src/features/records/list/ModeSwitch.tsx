import { List, SquareKanban } from "lucide-react";
import { cn } from "@/lib/cn";
import { words } from "../board/messages";
import type { Mode } from "./modes";

interface ModeSwitchProps {
  mode: Mode;
  /** Whether the object has a field whose options make columns. */
  hasColumns: boolean;
  onMode: (mode: Mode) => void;
}

const modes = [
  { mode: "list", label: words.list, Icon: List },
  { mode: "kanban", label: words.kanban, Icon: SquareKanban },
] as const;

/** Switches between the ways to see the records of an object. */
export function ModeSwitch({ mode, hasColumns, onMode }: ModeSwitchProps) {
  return (
    <fieldset aria-label={words.modes} className="flex shrink-0 rounded border border-n7 bg-n3 p-px">
      {modes.map(({ mode: one, label, Icon }) => {
        const isOff = one === "kanban" && !hasColumns;
        const tip = isOff ? words.needsOptions : label;
        return (
          <button
            key={one}
            type="button"
            aria-label={tip === label ? label : `${label}: ${tip}`}
            aria-pressed={one === mode}
            aria-disabled={isOff || undefined}
            data-tip={tip}
            onClick={() => (isOff || one === mode ? undefined : onMode(one))}
            className={cn(
              "inline-flex h-7 w-8 items-center justify-center rounded-sm",
              one === mode ? "bg-raised text-n12 shadow-small" : "text-n11 hover:text-n12",
              isOff && "opacity-40",
            )}
          >
            <Icon aria-hidden className="size-4" />
          </button>
        );
      })}
    </fieldset>
  );
}
