import { part } from "@/feature";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { fieldType as area } from "../text-area/type";
import { textOf } from "../value";
import { FormattedLine, FormattedText } from "./FormattedText";

const RichTextField = part<EditProps>(() => import("./RichTextField").then((file) => file.RichTextField));

const View = ({ value }: ViewProps) => (textOf(value) ? <FormattedText text={textOf(value)} /> : <Empty />);

const Cell = ({ value }: ViewProps) => (textOf(value) ? <FormattedLine text={textOf(value)} /> : <Empty />);

export const fieldType: FieldType = {
  ...area,
  View,
  Cell,
  Edit: RichTextField,
  formats: ["rich-text"],
};
