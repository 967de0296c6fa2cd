import { ApiError, detailOf } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { digitsIn } from "@/lib/typedNumber";
import { words } from "./messages";
import { phoneWords } from "./phone/messages";

/** Why this browser's phone can't call, in its own words. */
export class PhoneProblem extends Error {}

/** 911 and its like: the server says plainly what can't be done with them. */
export function shortNumber(typed: string): string | undefined {
  const digits = digitsIn(typed);
  return digits.length === 3 ? digits : undefined;
}

const isRule = (error: unknown) => error instanceof ApiError && error.isRule;

/** Why a call was not made: the phone's or the rule's own sentence where one forbids it, else that it failed, and how. */
export function whyNot(error: unknown): string {
  if (error instanceof PhoneProblem || (error instanceof Error && isRule(error))) {
    return error.message;
  }
  return error instanceof Error && error.message ? words.callError(error.message) : words.callFailed;
}

/** Says what is wrong with the phone: that it is to be set up first is no failure. */
export function sayProblem(problem: string): void {
  if (problem === phoneWords.setUpFirst) {
    toast.warning(problem);
  } else {
    toast.error(problem);
  }
}

/** Says what the server refused: that one may not is no failure. */
export function sayRefusal(error: unknown): void {
  if (error instanceof ApiError && error.status === 403) {
    toast.warning(error.message);
  } else {
    toast.error(detailOf(error));
  }
}

/** Says why a call was not made: a refusal by a rule is no failure. */
export function sayWhyNot(error: unknown): void {
  const why = whyNot(error);
  if (isRule(error)) {
    toast.warning(why);
  } else {
    sayProblem(why);
  }
}
