import { part } from "@/feature";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { isEmpty, textOf } from "../value";
import { Masked } from "./Masked";

// Few records have such fields: what opens and enters them is no part of the first page.
const RevealField = part<ViewProps>(
  () => import("./RevealField").then((file) => file.RevealField),
  undefined,
  Cell,
);
const EnterField = part<EditProps>(() => import("./EnterField").then((file) => file.EnterField));

function Cell({ field, value }: ViewProps) {
  return isEmpty(value) ? <Empty /> : <Masked title={field.title} />;
}

function View(props: ViewProps) {
  return isEmpty(props.value) ? <Empty /> : <RevealField {...props} />;
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit: EnterField,
  text: textOf,
  width: 130,
  firstSort: "none",
  isSecret: true,
};
