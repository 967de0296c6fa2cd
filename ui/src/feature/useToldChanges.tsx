import type { ReactNode } from "react";
import { useFacts } from "./declared";

interface Changed {
  field: { name: string };
  before: unknown;
  after: unknown;
}

/** Tells changes of an object's fields as its features do; nothing of a field for which none does. */
export function useToldChanges(object: string): (one: Changed) => ReactNode {
  const facts = useFacts(object);
  const { Told, placed } = facts.find((one) => one.Told) ?? {};
  return ({ field: { name }, before, after }) =>
    Told && placed?.includes(name) ? (
      <div className="col-span-3 min-w-0">
        <Told field={name} before={before} after={after} />
      </div>
    ) : null;
}
