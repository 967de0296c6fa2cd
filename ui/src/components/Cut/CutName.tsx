import { cut } from "./cut";

export const longestName = 25;

/** A name that may be cut, with the whole of it in a tooltip. */
export function CutName({ name }: { name: string }) {
  const short = cut(name, longestName);
  return short === name ? name : <span data-tip={name}>{short}</span>;
}
