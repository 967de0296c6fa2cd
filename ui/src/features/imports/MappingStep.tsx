import { useId } from "react";
import type { ObjectSchema } from "@/api";
import { Choices } from "@/components/Choices/Choices";
import { Field } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import type { Imported, Mode, Plan } from "./api";
import { words } from "./messages";
import { matchFields, targetsOf } from "./targets";

interface MappingStepProps {
  schema: ObjectSchema;
  shown: Imported;
  modes: readonly Mode[];
  plan: Plan;
  /** Fields that must have a column and have none; said once somebody tried. */
  missing: readonly string[];
  onPlan: (plan: Plan) => void;
}

/** Says what is done with the rows, and which column each field is read from. */
export function MappingStep({ schema, shown, modes, plan, missing, onPlan }: MappingStepProps) {
  const id = useId();
  const targets = targetsOf(schema, plan);
  const used = new Set(Object.values(plan.mapping));
  const unused = shown.columns.filter(({ name }) => !used.has(name)).map(({ name }) => name);
  const choose = (target: string, column: string) => {
    const { [target]: _, ...rest } = plan.mapping;
    onPlan({ ...plan, mapping: column === "" ? rest : { ...rest, [target]: column } });
  };
  return (
    <section className="rounded-lg border bg-surface shadow-small">
      <div className="grid gap-3 border-b p-4">
        <Choices
          label={words.modeLabel}
          words={Object.fromEntries(modes.map((mode) => [mode, words.modes[mode]])) as Record<Mode, string>}
          chosen={plan.mode}
          onChoose={(mode) => onPlan({ ...plan, mode, match_field: plan.match_field || "id" })}
        />
        <p className="text-n11">{words.modeHints[plan.mode]}</p>
        {plan.mode === "create" ? null : (
          <Field label={words.matchBy} htmlFor={`${id}-match`} className="max-w-72">
            <Select
              id={`${id}-match`}
              value={plan.match_field || "id"}
              onChange={(event) => onPlan({ ...plan, match_field: event.target.value })}
            >
              {matchFields(schema).map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      <h2 className="px-4 pt-3 font-medium text-meta text-n11">{words.mapping}</h2>
      <ul className="grid gap-x-6 gap-y-3 p-4 sm:grid-cols-2">
        {targets.map(({ name, label, isRequired }) => {
          const column = plan.mapping[name] ?? "";
          const sample = shown.columns.find((one) => one.name === column)?.sample ?? [];
          return (
            <li key={name} className="min-w-0">
              <Field
                label={label}
                htmlFor={`${id}-${name}`}
                isRequired={isRequired}
                error={missing.includes(name) ? words.required : undefined}
                hint={column === "" ? undefined : sample.filter((one) => one !== "").join(" · ") || "—"}
              >
                <Select
                  id={`${id}-${name}`}
                  value={column}
                  aria-invalid={missing.includes(name) || undefined}
                  onChange={(event) => choose(name, event.target.value)}
                >
                  <option value="">{words.none}</option>
                  {shown.columns.map((one) => (
                    <option key={one.name} value={one.name}>
                      {one.name}
                    </option>
                  ))}
                </Select>
              </Field>
            </li>
          );
        })}
      </ul>
      {unused.length > 0 ? (
        <p className="wrap-anywhere border-t px-4 py-2.5 text-meta text-n11">
          {words.unused(unused.join(", "))}
        </p>
      ) : null}
    </section>
  );
}
