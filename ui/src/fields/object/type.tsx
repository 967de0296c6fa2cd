import { Select } from "@/components/Field/Select";
import { t } from "@/messages";
import { identityAtom, rightsFor, schemasAtom, useAtomValue } from "@/store";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { objectName, objectText } from "./value";

function View({ value }: ViewProps) {
  const schemas = useAtomValue(schemasAtom) ?? [];
  const name = objectName(value);
  const title = schemas.find((schema) => schema.api_name === name)?.title ?? objectText(value);
  return title ? <span className="truncate">{title}</span> : <Empty />;
}

/** One of the objects that the person may read. */
function Edit(props: EditProps) {
  const identity = useAtomValue(identityAtom);
  const current = objectName(props.value);
  const schemas = (useAtomValue(schemasAtom) ?? []).filter(
    ({ api_name: name }) => name === current || rightsFor(identity, name).read,
  );
  const isUnknown = current !== "" && !schemas.some(({ api_name: name }) => name === current);
  return (
    <Select
      {...controlProps(props)}
      value={current}
      onChange={(event) => props.onChange(event.target.value === "" ? null : event.target.value)}
    >
      {props.field.isNullable || current === "" ? <option value="">{t.records.choose}</option> : null}
      {isUnknown ? <option value={current}>{current}</option> : null}
      {schemas.map((schema) => (
        <option key={schema.api_name} value={schema.api_name}>
          {schema.title}
        </option>
      ))}
    </Select>
  );
}

export const fieldType: FieldType = {
  View,
  Cell: View,
  Edit,
  text: objectText,
  width: 140,
  firstSort: "ascending",
};
