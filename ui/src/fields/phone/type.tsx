import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { codeOf } from "@/lib/phoneNumber";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { ownCountry } from "./country";
import { countryCodes, formatPhoneValue, nationalPart, phoneOf, readPhone, type TypedPhone } from "./value";

function View({ value }: ViewProps) {
  const shown = formatPhoneValue(value);
  return shown ? <span className="truncate tabular-nums">{shown}</span> : <Empty />;
}

function Edit(props: EditProps) {
  const { field, value, onChange, onBlur } = props;
  const [typed, setTyped] = useState<TypedPhone>(() => ({
    code: phoneOf(value).country_code || codeOf(ownCountry()),
    number: nationalPart(value),
    extension: phoneOf(value).extension ?? "",
  }));
  const codes = new Set([...countryCodes, codeOf(ownCountry()), typed.code]);

  const change = (part: Partial<TypedPhone>) => {
    const next = { ...typed, ...part };
    const read = readPhone(next);
    // A pasted international number chooses its own country.
    const code = "problem" in read ? next.code : (read.value?.country_code ?? next.code);
    setTyped({ ...next, code });
    onChange(read.value, "problem" in read ? t.records.invalidPhone : undefined);
  };

  return (
    <span className="flex gap-1.5">
      <span className="w-19 shrink-0">
        <Select
          aria-label={`${t.records.countryCode}, ${field.title}`}
          value={typed.code}
          onBlur={onBlur}
          onChange={(event) => change({ code: event.target.value })}
        >
          {[...codes].map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
      </span>
      <span className="min-w-0 flex-1">
        <input
          {...controlProps(props)}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={typed.number}
          onChange={(event) => change({ number: event.target.value })}
          className={inputClass}
        />
      </span>
      <span className="w-18 shrink-0">
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`${t.records.extension} ${field.title}`}
          placeholder={t.records.extension}
          value={typed.extension}
          onBlur={onBlur}
          onChange={(event) => change({ extension: event.target.value })}
          className={inputClass}
        />
      </span>
    </span>
  );
}

export const fieldType: FieldType = {
  View,
  Cell: View,
  Edit,
  text: formatPhoneValue,
  width: 145,
  firstSort: "none",
};
