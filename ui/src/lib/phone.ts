/** A country's code, of one to three digits as the first ones say (ITU-T E.164, list of assigned codes), and the rest. */
const abroad = /^\+([17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d{2})(\d{4,12})$/;

/** (415) 555-0134 for our own country code, spaced groups for the rest; what is grouped already, or no number, stays as it is. */
export function formatPhone(number: string | null | undefined): string {
  if (!number) {
    return "";
  }
  const digits = number.replace(/[^\d+]/g, "");
  const national = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(digits);
  if (national) {
    return `(${national[1]}) ${national[2]}-${national[3]}`;
  }
  const [, code, rest] = abroad.exec(number) ?? [];
  if (code !== undefined && rest !== undefined) {
    return `+${code} ${rest.replace(/\d{3}(?=\d{2})/g, "$& ")}`;
  }
  return number;
}

/** Whether a typed or stored text is one of the product's phone numbers in E.164. */
export const isE164 = (text: string) => /^\+[1-9]\d{6,14}$/.test(text);

/** Whether what was typed may be a number; whether it is one is told by the numbering plans, which are loaded later. */
export const isLikeNumber = (typed: string): boolean => /^\+?(?:[\s().\-/]*\d){7,}$/.test(typed);
