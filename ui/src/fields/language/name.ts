/** What a language is called, by its BCP 47 tag, in English or in another language; a text that is no tag as it is. */
export function languageName(tag: string, inLanguage = "en"): string {
  try {
    return new Intl.DisplayNames(inLanguage, { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
