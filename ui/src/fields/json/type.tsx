import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { isEmpty } from "../value";

const pretty = (value: unknown) => (isEmpty(value) ? "" : JSON.stringify(value, undefined, 2));
const inOneLine = (value: unknown) => (isEmpty(value) ? "" : JSON.stringify(value));

function View({ value }: ViewProps) {
  return isEmpty(value) ? (
    <Empty />
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <pre tabIndex={0} className="max-h-56 overflow-auto rounded bg-n3 px-3 py-2 font-mono text-meta">
      {pretty(value)}
    </pre>
  );
}

function Cell({ value }: ViewProps) {
  return isEmpty(value) ? (
    <Empty />
  ) : (
    <span className="truncate font-mono text-meta">{inOneLine(value)}</span>
  );
}

function Edit(props: EditProps) {
  const [typed, setTyped] = useState(() => pretty(props.value));
  return (
    <textarea
      {...controlProps(props)}
      rows={6}
      spellCheck={false}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        if (event.target.value.trim() === "") {
          props.onChange(null);
          return;
        }
        try {
          props.onChange(JSON.parse(event.target.value));
        } catch {
          props.onChange(event.target.value, t.records.jsonInvalid);
        }
      }}
      className={cn(inputClass, "h-auto min-h-24 resize-y py-1.5 font-mono text-meta")}
    />
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: inOneLine,
  width: 220,
  firstSort: "none",
  types: ["object", "array"],
  isLarge: true,
  isWide: true,
};
