import { X } from "lucide-react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { RecordLink } from "./RecordLink";
import { RecordSearch } from "./RecordSearch";
import { referenceName, referenceOf } from "./value";

function View({ field, value }: ViewProps) {
  const reference = referenceOf(value);
  if (!reference) {
    return <Empty />;
  }
  return field.target === undefined ? (
    <span className="truncate">{referenceName(reference)}</span>
  ) : (
    <RecordLink object={field.target} reference={reference} />
  );
}

function Cell({ value }: ViewProps) {
  const reference = referenceOf(value);
  return reference ? <span className="truncate">{referenceName(reference)}</span> : <Empty />;
}

function Edit({ id, field, value, onChange, onBlur, isInvalid, describedBy }: EditProps) {
  const reference = referenceOf(value);
  return (
    <span className="relative flex">
      <RecordSearch
        id={id}
        object={field.target ?? ""}
        chosen={reference ? referenceName(reference) : ""}
        onChoose={onChange}
        onBlur={onBlur}
        isInvalid={isInvalid}
        describedBy={describedBy}
        isRequired={field.isRequired}
        className={cn(inputClass, reference && "pr-8")}
      />
      {reference && field.isNullable ? (
        <button
          type="button"
          aria-label={t.records.removeItem(field.title)}
          onClick={() => onChange(null)}
          className="absolute top-1 right-1 inline-flex size-6 items-center justify-center rounded-sm text-n11 hover:bg-n4 hover:text-n12"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : null}
    </span>
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: (value) => {
    const reference = referenceOf(value);
    return reference ? referenceName(reference) : "";
  },
  width: 140,
  firstSort: "ascending",
};
