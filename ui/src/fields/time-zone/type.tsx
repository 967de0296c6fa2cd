import { part } from "@/feature";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { Line } from "../Line";
import { fieldType as text } from "../text/type";
import { textOf } from "../value";
import { zoneName } from "./name";

// Where every zone is is needed by few forms.
const ZoneField = part<EditProps>(() => import("./ZoneField").then((file) => file.ZoneField));

const Name = ({ value }: ViewProps) => (textOf(value) ? <Line>{zoneName(textOf(value))}</Line> : <Empty />);

/** A text that names a time zone. */
export const fieldType: FieldType = {
  ...text,
  View: Name,
  Cell: Name,
  Edit: ZoneField,
  text: (value) => (textOf(value) ? zoneName(textOf(value)) : ""),
  formats: [],
  types: [],
  claims: ({ time_zone: isZone }) => isZone === true,
};
