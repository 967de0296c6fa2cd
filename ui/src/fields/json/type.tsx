import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { parseJson, writeJson } from "@/lib/exact";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { isEmpty } from "../value";
import { Structure } from "./Structure";
import { inOneLine } from "./structure";

const pretty = (value: unknown) => (isEmpty(value) ? "" : writeJson(value, 2));

function View({ value }: ViewProps) {
  return isEmpty(value) ? (
    <Empty />
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <div tabIndex={0} className="max-h-72 overflow-auto rounded-sm">
      <Structure value={value} />
    </div>
  );
}

function Cell({ value }: ViewProps) {
  return isEmpty(value) ? (
    <Empty />
  ) : (
    <span data-tip-cut className="truncate">
      {inOneLine(value)}
    </span>
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
          props.onChange(parseJson(event.target.value));
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
