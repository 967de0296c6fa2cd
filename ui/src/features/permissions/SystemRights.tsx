import { Check } from "lucide-react";
import { useId } from "react";
import { Tick } from "@/components/Tick/Tick";
import { useSchema } from "@/store";
import { words } from "./messages";
import { systemName, systemText } from "./names";
import { setObject } from "./objects";
import { giveSystem, type RightSet } from "./rights";
import type { Step } from "./useRightsDraft";

interface SystemRightsProps {
  set: RightSet;
  isReadOnly: boolean;
  onStep: (step: Step) => void;
}

/** The rights that belong to no object, as the schema lists them. */
export function SystemRights({ set, isReadOnly, onStep }: SystemRightsProps) {
  const id = useId();
  const schema = useSchema(setObject);
  const known = schema?.properties.system?.enum ?? [];
  const all = [...known, ...set.system.filter((right) => !known.includes(right))];
  return (
    <section aria-labelledby={id} className="border-t px-6 py-5 @max-md:px-4">
      <h3 id={id} className="font-semibold">
        {words.system}
      </h3>
      <p className="pb-3 text-n11">{words.systemLead}</p>
      <ul className="grid grid-cols-2 gap-x-8 gap-y-3 @max-md:grid-cols-1">
        {all.map((right) => {
          const isOn = set.system.includes(right);
          return (
            <li key={right}>
              <div className="relative flex items-start gap-2.5">
                {isReadOnly ? (
                  <span className="mt-0.5 flex size-4 shrink-0 items-center justify-center text-n10">
                    {isOn ? (
                      <Check aria-hidden className="size-4 text-success" />
                    ) : (
                      <span aria-hidden>–</span>
                    )}
                    <span className="sr-only">{isOn ? words.isGiven : words.isNotGiven}</span>
                  </span>
                ) : (
                  <Tick
                    id={`${id}-${right}`}
                    label={systemName(right)}
                    isOn={isOn}
                    className="mt-0.5 shrink-0"
                    onChange={(event) => {
                      const on = event.target.checked;
                      onStep((had) => giveSystem(had, right, on));
                    }}
                  />
                )}
                <label htmlFor={`${id}-${right}`} className="flex min-w-0 flex-col">
                  <span className="font-medium">{systemName(right)}</span>
                  <span className="text-meta text-n11">{systemText(right)}</span>
                </label>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
