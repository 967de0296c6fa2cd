/** (415) 555-0134 for our own country code, spaced groups for the rest; what is no number stays as it is. */
export function formatPhone(number: string | null | undefined): string {
  if (!number) {
    return "";
  }
  const digits = number.replace(/[^\d+]/g, "");
  const national = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(digits);
  if (national) {
    return `(${national[1]}) ${national[2]}-${national[3]}`;
  }
  const british = /^\+44(\d{2,4})(\d{3,4})(\d{3,4})$/.exec(digits);
  if (british) {
    return `+44 ${british[1]} ${british[2]} ${british[3]}`;
  }
  return number;
}

/** Whether a typed or stored text is one of the product's phone numbers in E.164. */
export const isE164 = (text: string) => /^\+[1-9]\d{6,14}$/.test(text);
