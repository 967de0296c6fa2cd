import { part } from "@/feature";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { textOf } from "../value";

const CodeField = part<EditProps>(() => import("./CodeField").then((file) => file.CodeField));

function View({ value }: ViewProps) {
  return textOf(value) ? (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded border border-n6 bg-n2 px-2.5 py-1.5 font-mono text-meta"
    >
      <code>{textOf(value)}</code>
    </pre>
  ) : (
    <Empty />
  );
}

/** The first line that says something, as far as it fits. */
function Cell({ value }: ViewProps) {
  const line = textOf(value)
    .split("\n")
    .find((one) => one.trim() !== "");
  return line ? <code className="truncate font-mono text-meta">{line.trim()}</code> : <Empty />;
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit: CodeField,
  text: textOf,
  width: 280,
  firstSort: "ascending",
  isLarge: true,
  isTall: true,
  isWide: true,
};
