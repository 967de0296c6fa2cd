import { Check, Minus } from "lucide-react";
import type { ChangeEvent, ComponentProps } from "react";
import { cn } from "@/lib/cn";

interface TickProps extends Omit<ComponentProps<"input">, "onChange" | "ref"> {
  label: string;
  isOn: boolean;
  isPartly?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

const mark = "pointer-events-none absolute inset-0.5 hidden size-3 text-on-accent";

/** A box to tick, drawn alike in both themes. */
export function Tick({ label, isOn, isPartly = false, onChange, className, ...rest }: TickProps) {
  return (
    <span className={cn("relative z-1 block size-4", className)}>
      <input
        {...rest}
        type="checkbox"
        aria-label={label}
        checked={isOn}
        ref={(box) => {
          if (box) {
            box.indeterminate = isPartly;
          }
        }}
        onChange={onChange}
        className="peer block size-4 cursor-pointer appearance-none rounded-sm border border-n8 bg-surface transition-colors duration-120 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-n9 disabled:cursor-default disabled:opacity-50"
      />
      <Check aria-hidden strokeWidth={3} className={`${mark} peer-checked:block peer-indeterminate:hidden`} />
      <Minus aria-hidden strokeWidth={3} className={`${mark} peer-indeterminate:block`} />
    </span>
  );
}
