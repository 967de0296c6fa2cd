/** Longer lines are hard to read: what stands in a thread, and where one writes, is no wider. */
export const threadColumn = "mx-auto w-full max-w-[760px]";
