import { useId } from "react";
import { Tick } from "@/components/Tick/Tick";
import type { Definition } from "./api";

interface FieldTicksProps {
  label: string;
  hint?: string;
  definition: Definition;
  names: readonly string[];
  chosen: readonly string[];
  /** How many may be chosen; any number where nothing is said. */
  most?: number;
  onChange: (chosen: string[]) => void;
}

/** Fields to choose, in their order. */
export function FieldTicks({ label, hint, definition, names, chosen, most, onChange }: FieldTicksProps) {
  const id = useId();
  const isFull = most !== undefined && chosen.length >= most;
  return (
    <fieldset>
      <legend className="font-medium text-meta text-n11">{label}</legend>
      {hint ? <p className="text-meta text-n11">{hint}</p> : null}
      <div className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-1.5 max-sm:grid-cols-1">
        {names.map((name) => {
          const title = definition.properties[name]?.title ?? name;
          const isOn = chosen.includes(name);
          return (
            <div key={name} className="flex items-center gap-2">
              <Tick
                id={`${id}-${name}`}
                label={`${label}: ${title}`}
                isOn={isOn}
                disabled={isFull && !isOn}
                onChange={(event) =>
                  onChange(
                    names.filter((one) => (one === name ? event.target.checked : chosen.includes(one))),
                  )
                }
              />
              <label htmlFor={`${id}-${name}`} className="min-w-0 truncate">
                {title}
              </label>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
