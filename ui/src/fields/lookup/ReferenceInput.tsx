import { X } from "lucide-react";
import type { Reference } from "@/api";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import type { EditProps } from "../contract";
import { RecordSearch } from "./RecordSearch";
import { referenceName, referenceOf } from "./value";

interface ReferenceInputProps extends Omit<EditProps, "onChange"> {
  object: string;
  onChoose: (reference: Reference) => void;
  onClear: () => void;
}

/** Chooses one record of an object, or none if the field may be empty. */
export function ReferenceInput({ field, value, onChoose, onClear, ...rest }: ReferenceInputProps) {
  const reference = referenceOf(value);
  return (
    <>
      <RecordSearch
        {...rest}
        chosen={reference ? referenceName(reference) : ""}
        onChoose={onChoose}
        isRequired={field.isRequired}
        className={cn(inputClass, reference && "pr-8")}
      />
      {reference && field.isNullable ? (
        <button
          type="button"
          aria-label={t.records.removeItem(field.title)}
          onClick={onClear}
          className="absolute top-1 right-1 inline-flex size-6 items-center justify-center rounded-sm text-n11 hover:bg-n4 hover:text-n12"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : null}
    </>
  );
}
