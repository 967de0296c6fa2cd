import { recall } from "@/lib/storage";

/** How many records a section shows at most. */
export const few = 5;

/** Under which it is kept how many rows a section had when it was last seen here. */
export const rowsKey = (section: string) => `sections.rows.${section}`;

/** How many rows it had, so that nothing moves when they come. */
export const rowsOf = (section: string) => Number(recall(rowsKey(section)) ?? few);
