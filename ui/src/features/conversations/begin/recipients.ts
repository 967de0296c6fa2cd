import type { WireRecord } from "@/api";
import { ownCountry } from "@/fields/phone/country";
import { phoneOf } from "@/fields/phone/value";
import { holdsText } from "@/lib/fold";
import { readNumber } from "@/lib/phoneNumber";
import { searchDigits } from "@/lib/typedNumber";

/** One number that can be texted, and whose it is. */
export interface Recipient {
  id: string;
  number: string;
  /** The contact's, or the number itself. */
  name: string;
  contact?: string;
}

/** The numbers of a contact. */
export function recipientsOf(contact: WireRecord): Recipient[] {
  const numbers = [contact.phone, contact.second_phone].flatMap((value) => phoneOf(value).phone_number || []);
  return [...new Set(numbers)].map((number) => ({
    id: `${contact.id} ${number}`,
    number,
    name: String(contact.name ?? "") || number,
    contact: contact.id,
  }));
}

/**
 * Those of the found ones who fit what is typed by now, and the number itself where it is nobody's: what was
 * found for the first letters must not be chosen by the key after the last one.
 */
export function offered(found: readonly Recipient[], isCurrent: boolean, typed: string): Recipient[] {
  const text = typed.trim();
  const digits = searchDigits(text);
  const fits = ({ name, number }: Recipient) =>
    holdsText(name, text) || (digits.length > 2 && number.includes(digits));
  const own = typedRecipient(typed);
  const known = text === "" ? [] : isCurrent ? found : found.filter(fits);
  const his = known.filter(({ number }) => number === own?.number);
  return own ? [...(his.length > 0 ? his : [own]), ...known.filter((one) => !his.includes(one))] : [...known];
}

/** A number stands for itself. */
export function typedRecipient(typed: string): Recipient | undefined {
  const number = readNumber(typed, ownCountry())?.number;
  return number === undefined ? undefined : { id: number, number, name: number };
}
