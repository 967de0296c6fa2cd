import type { EditProps } from "./contract";

/** What every plain control takes over from its field. */
export const controlProps = ({ id, onBlur, isInvalid, describedBy, field }: EditProps) => ({
  id,
  onBlur,
  "aria-invalid": isInvalid,
  "aria-describedby": describedBy,
  "aria-required": field.isRequired || undefined,
});
