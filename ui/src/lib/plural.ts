const rules = new Intl.PluralRules("en");

/** A number of things: "1 record", "1,200 records". Both forms may hold the verb as well. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${rules.select(count) === "one" ? one : many}`;
