import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import type { EditProps } from "../contract";
import { controlProps } from "../control";
import { textOf } from "../value";

/** No browser corrects, completes or translates what machines read. */
export function CodeField(props: EditProps) {
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
