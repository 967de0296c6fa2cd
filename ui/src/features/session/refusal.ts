import { ApiError } from "@/api";
import { words } from "./messages";

/** What the server said, or that there was none. */
export const sentence = (error: unknown): string =>
  error instanceof ApiError && !error.isNetwork ? error.message : words.unreachable;
