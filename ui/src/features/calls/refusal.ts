import { ApiError, detailOf } from "@/api";
import { words } from "./messages";

/** 911 and its like: the server says plainly what can't be done with them. */
export function shortNumber(typed: string): string | undefined {
  const digits = typed.replace(/\D/g, "");
  return digits.length === 3 ? digits : undefined;
}

/** Why a call was not made: the rule's own sentence where one forbids it, else that it failed, and how. */
export function whyNot(error: unknown): string {
  return error instanceof ApiError && error.isRule ? error.message : words.callError(detailOf(error));
}
