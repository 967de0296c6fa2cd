import { type ComponentProps, useId, useState } from "react";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { Switch } from "@/components/Switch/Switch";
import type { Setting } from "@/feature";
import { ZoneInput } from "@/fields/time-zone/ZoneInput";
import { countryName, readCountries, type Value } from "./settings";

interface ControlProps {
  setting: Setting;
  value: Value;
  problem: string | undefined;
  note: string | undefined;
  onChange: (value: Value) => void;
}

const Toggle = ({ setting, value, problem, note, onChange }: ControlProps) => (
  <Switch
    className="col-span-full"
    label={setting.label}
    hint={note ?? setting.hint}
    problem={problem}
    isOn={value === true}
    onChange={onChange}
  />
);

/** One of a few, by their words. */
function Choice({ setting, value, problem, note, onChange }: ControlProps) {
  const id = useId();
  const choices = setting.kind === "choice" ? setting.choices : [];
  return (
    <Field label={setting.label} htmlFor={id} hint={note ?? setting.hint} error={problem}>
      <Select
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? errorId(id) : undefined}
        value={String(value ?? choices[0]?.value ?? "")}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function ZoneChoice({ setting, value, problem, note, onChange }: ControlProps) {
  const id = useId();
  return (
    <Field label={setting.label} htmlFor={id} hint={note ?? setting.hint} error={problem}>
      <ZoneInput
        id={id}
        label={setting.label}
        value={value}
        onChange={(zone) => onChange(String(zone ?? ""))}
        onBlur={() => undefined}
        isInvalid={problem !== undefined}
        describedBy={problem ? errorId(id) : undefined}
      />
    </Field>
  );
}

interface CountriesProps {
  common: ComponentProps<"input">;
  value: Value;
  onChange: (value: Value) => void;
}

/** Codes in one line; what they stand for is written below. */
function Countries({ common, value, onChange }: CountriesProps) {
  const codes = Array.isArray(value) ? (value as string[]) : [];
  const [typed, setTyped] = useState(() => codes.join(", "));
  return (
    <>
      <input
        {...common}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(readCountries(event.target.value));
        }}
        onBlur={() => setTyped(codes.join(", "))}
      />
      <p className="text-meta text-n11">{codes.map((code) => countryName(code) ?? code).join(" · ")}</p>
    </>
  );
}

/** One setting with its control. */
export function SettingControl(props: ControlProps) {
  const { setting, value, problem, note, onChange } = props;
  const id = useId();
  if (setting.kind === "switch") {
    return <Toggle {...props} />;
  }
  if (setting.kind === "choice") {
    return <Choice {...props} />;
  }
  if (setting.kind === "zone") {
    return <ZoneChoice {...props} />;
  }
  const common = {
    id,
    "aria-invalid": problem !== undefined,
    "aria-describedby": problem ? errorId(id) : undefined,
    className: inputClass,
  };
  return (
    <Field label={setting.label} htmlFor={id} hint={note ?? setting.hint} error={problem}>
      {setting.kind === "countries" ? (
        <Countries common={common} value={value} onChange={onChange} />
      ) : setting.kind === "number" ? (
        <input
          {...common}
          type="number"
          inputMode="numeric"
          min={setting.least}
          max={setting.most}
          step={1}
          value={typeof value === "number" ? value : ""}
          onChange={(event) => onChange(event.target.value === "" ? "" : Number(event.target.value))}
        />
      ) : setting.kind === "hour" ? (
        <input
          {...common}
          type="time"
          value={String(value ?? "")}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <input
          {...common}
          type="text"
          autoComplete="off"
          value={String(value ?? "")}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
