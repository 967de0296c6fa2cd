import { createContext } from "react";

/** What the other fields of the record hold whose form this is, as far as it is filled in. */
export const Beside = createContext<(field: string) => unknown>(() => undefined);
