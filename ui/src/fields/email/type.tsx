import { t } from "@/messages";
import { AddressInput } from "../AddressInput";
import type { EditProps, FieldType, ViewProps } from "../contract";
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
    <AddressInput
      {...props}
      type="email"
      isRight={(typed) => isEmail(typed.trim())}
      problem={t.records.invalidEmail}
    />
  );
}

export const fieldType: FieldType = {
  View,
  Cell: text.Cell,
  Edit,
  text: textOf,
  width: 200,
  isCut: true,
  firstSort: "ascending",
};
