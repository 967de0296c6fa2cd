import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { textOf } from "../value";

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

/** No browser corrects, completes or translates what machines read. */
function Edit(props: EditProps) {
  return (
    <textarea
      {...controlProps(props)}
      rows={8}
      spellCheck={false}
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      translate="no"
      wrap="off"
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
      className={cn(
        inputClass,
        "field-sizing-content h-auto max-h-96 min-h-32 resize-y overflow-auto py-1.5 font-mono text-meta",
      )}
    />
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: textOf,
  width: 280,
  firstSort: "ascending",
  isLarge: true,
  isTall: true,
  isWide: true,
};
