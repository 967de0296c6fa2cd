import type { EditProps } from "../contract";
import { ZoneInput } from "./ZoneInput";

export const ZoneField = ({ field, ...rest }: EditProps) => (
  <ZoneInput {...rest} label={field.title} isRequired={field.isRequired} isClearable={field.isNullable} />
);
