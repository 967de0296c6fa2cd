import { ChevronDown, X } from "lucide-react";
import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import type { EditProps } from "../contract";
import { Combobox } from "../lookup/Combobox";
import { textOf } from "../value";
import { findLanguages } from "./languages";
import { languageWords } from "./messages";
import { languageName } from "./name";

/** Chooses a language by its name, in English or in itself, or by its tag. */
export function LanguageField({ field, value, onChange, ...rest }: EditProps) {
  const [typed, setTyped] = useState<string>();
  const current = textOf(value);
  const shown = current === "" ? "" : languageName(current);
  const canClear = field.isNullable && current !== "";
  return (
    <span className="relative flex">
      <Combobox
        {...rest}
        typed={typed}
        onTyped={setTyped}
        chosen={shown}
        options={typed === undefined ? [] : findLanguages(typed, current)}
        empty={languageWords.none}
        listLabel={field.title}
        placeholder={t.records.choose}
        onChoose={({ id }) => onChange(id)}
        onErase={canClear ? () => onChange(null) : undefined}
        isRequired={field.isRequired}
        renderOption={({ id, name, own }) => (
          <>
            <span className="shrink-0 truncate">{name}</span>
            <span className="min-w-0 flex-1 truncate text-meta text-n11" lang={id}>
              {own === name ? "" : own}
            </span>
            <span className="shrink-0 text-meta text-n11">{id}</span>
          </>
        )}
        className={cn(inputClass, "pr-8")}
      />
      {canClear ? (
        <button
          type="button"
          aria-label={t.records.removeItem(shown)}
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
