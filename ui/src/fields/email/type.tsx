import { inputClass } from "@/components/Field/Field";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { fieldType as text } from "../text/type";
import { textOf } from "../value";

/** A rough look only: the server has the last word. */
export const isEmail = (typed: string) =>
  /^[^\s@<>(),;:\\"]+@[^\s@<>(),;:\\"]+\.[^\s@<>(),;:\\"]+$/.test(typed);

function View({ value }: ViewProps) {
  const address = textOf(value);
  return address ? (
    <a href={`mailto:${address}`} className="break-all text-accent-text hover:underline">
      {address}
    </a>
  ) : (
    <Empty />
  );
}

function Edit(props: EditProps) {
  return (
    <input
      {...controlProps(props)}
      type="email"
      inputMode="email"
      autoComplete="off"
      value={textOf(props.value)}
      onChange={(event) => {
        const typed = event.target.value;
        const isWrong = typed !== "" && !isEmail(typed.trim());
        props.onChange(typed === "" ? null : typed, isWrong ? t.records.invalidEmail : undefined);
      }}
      className={inputClass}
    />
  );
}

export const fieldType: FieldType = {
  View,
  Cell: text.Cell,
  Edit,
  text: textOf,
  width: 200,
  firstSort: "ascending",
};
