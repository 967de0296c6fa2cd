/** What a transfer list says where nothing else fits better. */
export const transferWords = {
  included: "Included",
  excluded: "Excluded",
  include: "Include",
  exclude: "Exclude",
  filter: (side: string) => `Find in ${side}`,
  clear: "Clear",
  empty: "Nothing",
};
