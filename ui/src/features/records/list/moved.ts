/** The list with one of its entries moved by a step. */
export function moved(names: readonly string[], at: number, step: -1 | 1): readonly string[] {
  const other = names[at + step];
  const one = names[at];
  return one === undefined || other === undefined
    ? names
    : names.map((name, place) => (place === at ? other : place === at + step ? one : name));
}
