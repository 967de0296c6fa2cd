export const addressParts = [
  "line1",
  "line2",
  "additional_info",
  "city",
  "state",
  "postal_code",
  "country",
] as const;
export type AddressPart = (typeof addressParts)[number];

export const addressOf = (value: unknown): Partial<Record<AddressPart, string>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

const joined = (parts: (string | undefined)[], by: string) => parts.filter(Boolean).join(by);

/** The lines as they are written on an envelope. */
export function addressLines(value: unknown): string[] {
  const { line1, line2, additional_info: more, city, state, postal_code: code, country } = addressOf(value);
  return [line1, line2, more, joined([city, joined([state, code], " ")], ", "), country].filter(
    (line) => !!line,
  ) as string[];
}

/** One part changed; an address without any part is none. */
export function withPart(value: unknown, part: AddressPart, text: string): object | null {
  const rest = Object.entries({ ...addressOf(value), [part]: text }).filter(
    ([, held]) => held !== "" && held !== null,
  );
  return rest.length > 0 ? Object.fromEntries(rest) : null;
}
