export const words = {
  title: "Search",
  label: "Search everything",
  clear: "Clear search",
  hint: "A name, a company, an e-mail address, or a number however it is written.",
  start: "Find anything that you may read",
  nothing: "Nothing matches.",
  nothingHint: (text: string) => `Nothing that you may read has ${text} in it.`,
  failed: "The search failed",
  more: (plural: string) => `All ${plural.toLowerCase()} found`,
  alike: "Did you mean",
};
