import { lazy } from "@/lib/lazy";

const days = lazy(() => new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }));

/** A day as people write it. */
export const day = (at: string): string => days().format(new Date(at));
