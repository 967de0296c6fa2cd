import { part } from "@/feature";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { Line } from "../Line";
import { fieldType as text } from "../text/type";
import { textOf } from "../value";
import { languageName } from "./name";

// The list of languages is needed by few forms.
const LanguageField = part<EditProps>(() => import("./LanguageField").then((file) => file.LanguageField));

const Name = ({ value }: ViewProps) =>
  textOf(value) ? <Line>{languageName(textOf(value))}</Line> : <Empty />;

/** A text that is the tag of a language. */
export const fieldType: FieldType = {
  ...text,
  View: Name,
  Cell: Name,
  Edit: LanguageField,
  text: (value) => (textOf(value) ? languageName(textOf(value)) : ""),
  formats: [],
  types: [],
  claims: ({ language }) => language === true,
};
