import { ApiError } from "@/api";
import { focusFirstProblem } from "@/components/Field/focus";
import { sayRefusal } from "./useSaving";

export interface ObjectNames {
  title: string;
  plural: string;
  name: string;
}

export type ObjectFaults = Partial<Record<keyof ObjectNames, string>>;

const parts = { title: "title", plural: "plural", name: "api_name" } as const;

/** Says what the server refused: at the part of the form that it is about, or else in a message. */
export function refuseObject(error: unknown, show: (faults: ObjectFaults) => void): void {
  const errors = error instanceof ApiError ? error.errors : {};
  const faults = Object.fromEntries(
    Object.entries(parts).flatMap(([part, key]) => (errors[key]?.[0] ? [[part, errors[key][0]]] : [])),
  );
  if (Object.keys(faults).length > 0) {
    focusFirstProblem(() => show(faults));
  } else {
    sayRefusal(error);
  }
}
