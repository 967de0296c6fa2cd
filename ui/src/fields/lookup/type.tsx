import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { Line } from "../Line";
import { RecordLink } from "./RecordLink";
import { ReferenceInput } from "./ReferenceInput";
import { referenceName, referenceOf, referenceText } from "./value";

function View({ field, value }: ViewProps) {
  const reference = referenceOf(value);
  if (!reference) {
    return <Empty />;
  }
  return field.target === undefined ? (
    <Line>{referenceName(reference)}</Line>
  ) : (
    <RecordLink object={field.target} reference={reference} />
  );
}

function Cell({ value }: ViewProps) {
  const reference = referenceOf(value);
  return reference ? <Line>{referenceName(reference)}</Line> : <Empty />;
}

function Edit({ onChange, ...rest }: EditProps) {
  return (
    <span className="relative flex">
      <ReferenceInput
        {...rest}
        object={rest.field.target ?? ""}
        onChoose={onChange}
        onClear={() => onChange(null)}
      />
    </span>
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: referenceText,
  width: 140,
  firstSort: "ascending",
};
