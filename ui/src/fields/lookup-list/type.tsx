import { Fragment } from "react";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { Line } from "../Line";
import { RecordLink } from "../lookup/RecordLink";
import { RecordSearch } from "../lookup/RecordSearch";
import { referenceName, referencesOf } from "../lookup/value";
import { Chip, chipBox } from "../multi-select/Chip";

const names = (value: unknown) => referencesOf(value).map(referenceName).join(", ");

function View({ field, value }: ViewProps) {
  const references = referencesOf(value);
  if (references.length === 0) {
    return <Empty />;
  }
  return (
    <span>
      {references.map((reference, index) => (
        <Fragment key={reference.id}>
          {index > 0 ? ", " : null}
          {field.target === undefined ? (
            referenceName(reference)
          ) : (
            <RecordLink object={field.target} reference={reference} />
          )}
        </Fragment>
      ))}
    </span>
  );
}

function Cell({ value }: ViewProps) {
  return referencesOf(value).length > 0 ? <Line>{names(value)}</Line> : <Empty />;
}

function Edit({ id, field, value, onChange, onBlur, isInvalid, describedBy }: EditProps) {
  const references = referencesOf(value);
  const without = (gone: string) => {
    const rest = references.filter((reference) => reference.id !== gone);
    onChange(rest.length > 0 ? rest : null);
  };
  return (
    <span className={chipBox}>
      {references.map((reference) => (
        <Chip key={reference.id} label={referenceName(reference)} onRemove={() => without(reference.id)} />
      ))}
      <RecordSearch
        id={id}
        object={field.target ?? ""}
        chosen=""
        without={references.map((reference) => reference.id)}
        onChoose={(reference) => onChange([...references, reference])}
        onErase={() => {
          const last = references.at(-1);
          if (last) {
            without(last.id);
          }
        }}
        onBlur={onBlur}
        isInvalid={isInvalid}
        describedBy={describedBy}
        isRequired={field.isRequired}
        className="h-6 w-full bg-transparent px-1.5 outline-none"
      />
    </span>
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: names,
  width: 200,
  firstSort: "none",
  formats: [],
  claims: ({ format }, main) => format === "lookup" && main === "array",
};
