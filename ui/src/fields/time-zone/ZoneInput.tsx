import { ChevronDown, X } from "lucide-react";
import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import type { EditProps } from "../contract";
import { Combobox } from "../lookup/Combobox";
import { textOf } from "../value";
import { ZoneLine } from "./ZoneLine";
import { findZones } from "./zones";

type ZoneInputProps = Omit<EditProps, "field"> & {
  label: string;
  isRequired?: boolean;
  /** It may hold no zone. */
  isClearable?: boolean;
};

/** Chooses a time zone by its city, its area, its offset or what its time is called. */
export function ZoneInput({ label, value, onChange, isClearable = false, ...rest }: ZoneInputProps) {
  const [typed, setTyped] = useState<string>();
  const current = textOf(value);
  const canClear = isClearable && current !== "";
  return (
    <span className="relative flex">
      <Combobox
        {...rest}
        typed={typed}
        onTyped={setTyped}
        chosen={current}
        options={typed === undefined ? [] : findZones(typed, current)}
        empty={t.records.noSuchZone}
        listLabel={label}
        placeholder={t.records.choose}
        onChoose={({ id }) => onChange(id)}
        onErase={isClearable ? () => onChange(null) : undefined}
        renderOption={(zone) => <ZoneLine zone={zone} />}
        className={cn(inputClass, "pr-8")}
      />
      {canClear ? (
        <button
          type="button"
          aria-label={t.records.removeItem(current)}
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
