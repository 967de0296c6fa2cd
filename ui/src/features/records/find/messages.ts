export const words = {
  title: "Search",
  label: "Search everything",
  clear: "Clear search",
  hint: "Search by name, company, email or phone number in any format.",
  start: "Find anything you have access to",
  nothing: "Nothing matches.",
  nothingHint: (text: string) => `No records you can access match ${text}.`,
  failed: "Search failed",
  more: (plural: string) => `All matching ${plural.toLowerCase()}`,
  alike: "Did you mean",
};
