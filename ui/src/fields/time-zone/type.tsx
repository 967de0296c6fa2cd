import { part } from "@/feature";
import type { EditProps, FieldType } from "../contract";
import { fieldType as text } from "../text/type";

// Where every zone is is needed by few forms.
const ZoneField = part<EditProps>(() => import("./ZoneField").then((file) => file.ZoneField));

/** A text that names a time zone. */
export const fieldType: FieldType = {
  ...text,
  Edit: ZoneField,
  formats: [],
  types: [],
  claims: ({ time_zone: isZone }) => isZone === true,
};
