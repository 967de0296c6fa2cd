import { rightNames } from "./names";
import { rights } from "./rights";

/** The heads of the rights' columns, by their first letters where there is no room. */
export function RightHeads() {
  return rights.map((right) => (
    <th key={right} scope="col" className="w-16 text-center @max-md:w-8">
      <span className="@max-md:sr-only">{rightNames[right]}</span>
      <span aria-hidden className="@md:hidden">
        {rightNames[right].charAt(0)}
      </span>
    </th>
  ));
}
