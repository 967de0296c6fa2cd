import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { Line } from "../Line";
import { addressLines, addressOf, addressParts, withPart } from "./value";

const inOneLine = (value: unknown) => addressLines(value).join(", ");

function View({ value }: ViewProps) {
  const lines = addressLines(value);
  return lines.length > 0 ? (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  ) : (
    <Empty />
  );
}

function Cell({ value }: ViewProps) {
  return inOneLine(value) ? <Line>{inOneLine(value)}</Line> : <Empty />;
}

const spans: Partial<Record<string, string>> = {
  line1: "col-span-6",
  line2: "col-span-6",
  additional_info: "col-span-6",
  city: "col-span-3",
};

function Edit(props: EditProps) {
  const { field, value, onChange, onBlur } = props;
  const held = addressOf(value);
  return (
    <span className="grid grid-cols-6 gap-1.5">
      {addressParts.map((part, index) => {
        const first =
          index === 0
            ? controlProps(props)
            : { "aria-label": `${field.title}: ${t.records.address[part]}`, onBlur };
        return (
          <input
            key={part}
            {...first}
            type="text"
            autoComplete="off"
            placeholder={t.records.address[part]}
            value={held[part] ?? ""}
            onChange={(event) => onChange(withPart(value, part, event.target.value))}
            className={cn(
              inputClass,
              spans[part] ??
                (part === "country" ? "col-span-6" : part === "state" ? "col-span-1" : "col-span-2"),
            )}
          />
        );
      })}
    </span>
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: inOneLine,
  width: 240,
  firstSort: "none",
  isLarge: true,
  isTall: true,
};
