import { ChevronDown, X } from "lucide-react";
import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import type { EditProps } from "../contract";
import { Combobox } from "../lookup/Combobox";
import { optionWords as words } from "../multi-picklist/messages";
import { textOf } from "../value";
import { ChoicePill } from "./ChoicePill";
import { choiceColor, choiceLabel, choicesOf } from "./value";

/**
 * Chooses one of a field's options, each shown in its colour, or none if the field may be empty.
 */
export function ChoiceField({ id, field, value, onChange, onBlur, isInvalid, describedBy }: EditProps) {
  const [typed, setTyped] = useState<string>();
  const current = textOf(value);
  const color = choiceColor(current, field);
  const wanted = (typed ?? "").trim().toLowerCase();
  const options = choicesOf(field, [current]).filter((option) =>
    choiceLabel(option, field).toLowerCase().includes(wanted),
  );
  const isClearable = current !== "" && field.isNullable;
  return (
    <span className="relative flex">
      {color ? (
        <span
          aria-hidden
          className={`option-mark option-${color} pointer-events-none absolute top-3 left-2.5 z-1 size-2 rounded-full`}
        />
      ) : null}
      <Combobox
        id={id}
        typed={typed}
        onTyped={setTyped}
        chosen={choiceLabel(current, field)}
        options={options.map((option, at) => ({ id: String(at), option }))}
        empty={words.noneSuch}
        listLabel={words.options(field.title)}
        placeholder={t.records.choose}
        onChoose={({ option }) => onChange(option)}
        onErase={field.isNullable ? () => onChange(null) : undefined}
        onBlur={onBlur}
        isInvalid={isInvalid}
        describedBy={describedBy}
        isRequired={field.isRequired}
        renderOption={({ option }) => <ChoicePill value={option} field={field} />}
        className={cn(inputClass, "pr-8", color && "pl-6")}
      />
      {isClearable ? (
        <button
          type="button"
          aria-label={t.records.removeItem(choiceLabel(current, field))}
          onClick={() => onChange(null)}
          className="absolute top-1 right-1 inline-flex size-6 items-center justify-center rounded-sm text-n11 hover:bg-n4 hover:text-n12"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : (
        <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-n10" />
      )}
    </span>
  );
}
