const longestName = 63;
const rule = /^[a-z][a-z0-9_]{0,62}$/;

export const isApiName = (name: string): boolean => rule.test(name);

/** The name by which programs know what people call so: "" if nothing of it can be one. */
export function apiNameOf(title: string): string {
  return title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, longestName)
    .replace(/_+$/, "");
}

/** The same, but none of those that are taken. */
export function freeName(title: string, taken: ReadonlySet<string>): string {
  const name = apiNameOf(title);
  for (let count = 2; ; count++) {
    const wanted = count === 2 && !taken.has(name) ? name : `${name.slice(0, longestName - 4)}_${count}`;
    if (name === "" || !taken.has(wanted)) {
      return name === "" ? "" : wanted;
    }
  }
}

/** What many of something are called, as a first guess for people to correct. */
export function pluralOf(title: string): string {
  const word = title.trim();
  if (word === "") {
    return "";
  }
  if (/[^aeiou]y$/i.test(word)) {
    return `${word.slice(0, -1)}ies`;
  }
  return /(s|x|z|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`;
}
