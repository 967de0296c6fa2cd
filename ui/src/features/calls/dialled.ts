import { ownCountry } from "@/fields/phone/country";
import { readNumber } from "@/lib/phoneNumber";
import { shortNumber } from "./refusal";

/** The number that was typed, as it is called. */
export const dialled = (typed: string): string | undefined =>
  readNumber(typed, ownCountry())?.number ?? shortNumber(typed);
