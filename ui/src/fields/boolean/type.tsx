import { Check, Minus } from "lucide-react";
import { Select } from "@/components/Field/Select";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";

const word = (value: unknown): string =>
  value === true ? t.records.yes : value === false ? t.records.no : "";

const Mark = ({ value }: { value: boolean }) =>
  value ? (
    <Check aria-hidden className="size-3.5 text-success" />
  ) : (
    <Minus aria-hidden className="size-3.5 text-n9" />
  );

/** A mark: the same word down a whole column says nothing. */
function Cell({ value }: ViewProps) {
  if (typeof value !== "boolean") {
    return <Empty />;
  }
  return (
    <span data-tip={word(value)}>
      <Mark value={value} />
      <span className="sr-only">{word(value)}</span>
    </span>
  );
}

function View({ value }: ViewProps) {
  if (typeof value !== "boolean") {
    return <span className="text-n11">{t.records.notSet}</span>;
  }
  return (
    <span
      className={value ? "inline-flex items-center gap-1.5" : "inline-flex items-center gap-1.5 text-n11"}
    >
      <Mark value={value} />
      {word(value)}
    </span>
  );
}

/** Three answers where nobody may have been asked, two where the schema gives a default. */
function Edit(props: EditProps) {
  const { field, value } = props;
  const mayBeUnset = field.isNullable && typeof field.property.default !== "boolean";
  const shown = typeof value === "boolean" ? value : mayBeUnset ? undefined : field.property.default === true;
  return (
    <Select
      {...controlProps(props)}
      value={shown === undefined ? "" : String(shown)}
      onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value === "true")}
    >
      {mayBeUnset ? <option value="">{t.records.notSet}</option> : null}
      <option value="true">{t.records.yes}</option>
      <option value="false">{t.records.no}</option>
    </Select>
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: word,
  width: 105,
  firstSort: "ascending",
  formats: [],
  types: ["boolean"],
};
