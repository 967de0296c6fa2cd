import { useState } from "react";
import { Select } from "@/components/Field/Select";
import { t } from "@/messages";
import { identityAtom, rightsFor, schemasAtom, useAtomValue } from "@/store";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { Line } from "../Line";
import { RecordLink } from "../lookup/RecordLink";
import { ReferenceInput } from "../lookup/ReferenceInput";
import { referenceName, referenceOf, referenceText } from "../lookup/value";

const objectOf = (value: unknown): string => {
  const schema = (value as { schema?: unknown } | null | undefined)?.schema;
  return typeof schema === "string" ? schema : "";
};

function useTitle(object: string): string {
  const schemas = useAtomValue(schemasAtom) ?? [];
  return schemas.find((schema) => schema.api_name === object)?.title ?? object;
}

function View({ value }: ViewProps) {
  const reference = referenceOf(value);
  const title = useTitle(objectOf(value));
  if (!reference) {
    return <Empty />;
  }
  return (
    <span className="inline-flex max-w-full items-baseline gap-1.5">
      <RecordLink object={objectOf(value)} reference={reference} />
      <span className="shrink-0 text-meta text-n11">{title}</span>
    </span>
  );
}

function Cell({ value }: ViewProps) {
  const reference = referenceOf(value);
  return reference ? <Line>{referenceName(reference)}</Line> : <Empty />;
}

/** The kind of record first, then which one. */
function Edit({ onChange, ...rest }: EditProps) {
  const { field, value, onBlur } = rest;
  const identity = useAtomValue(identityAtom);
  const schemas = (useAtomValue(schemasAtom) ?? []).filter(
    (schema) => rightsFor(identity, schema.api_name).read,
  );
  const [object, setObject] = useState(() => objectOf(value) || "contact");
  return (
    <span className="flex gap-1.5">
      <span className="w-32 shrink-0">
        <Select
          aria-label={`${field.title}: ${t.records.kind}`}
          value={object}
          onBlur={onBlur}
          onChange={(event) => {
            setObject(event.target.value);
            onChange(null);
          }}
        >
          {schemas.map((schema) => (
            <option key={schema.api_name} value={schema.api_name}>
              {schema.title}
            </option>
          ))}
        </Select>
      </span>
      <span className="relative flex min-w-0 flex-1">
        <ReferenceInput
          {...rest}
          object={object}
          onChoose={(chosen) => onChange({ ...chosen, schema: object })}
          onClear={() => onChange(null)}
        />
      </span>
    </span>
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: referenceText,
  width: 170,
  firstSort: "none",
};
