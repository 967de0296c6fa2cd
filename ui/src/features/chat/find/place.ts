import type { ChatMessage } from "../objects";

/** Where a message is shown, as an address says it: in its chat, or in its thread. */
export const placeOf = ({ id, parent, number }: ChatMessage): Record<string, string> => ({
  at: id,
  ...(parent && typeof number !== "number" ? { thread: parent.id } : {}),
});
