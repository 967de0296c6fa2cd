import { colors } from "@/components/Pill/colors";
import { Pill } from "@/components/Pill/Pill";
import { part } from "@/feature";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { choiceLabel } from "../enum/value";

const ColorField = part<EditProps>(() => import("./ColorField").then((file) => file.ColorField));

function View({ value }: ViewProps) {
  const label = choiceLabel(value);
  return label ? <Pill color={String(value)}>{label}</Pill> : <Empty />;
}

export const fieldType: FieldType = {
  View,
  Cell: View,
  Edit: ColorField,
  text: choiceLabel,
  width: 110,
  firstSort: "ascending",
  claims: ({ format, enum: options }) =>
    format === "enum" &&
    options?.length === colors.length &&
    colors.every((color) => options.includes(color)),
};
