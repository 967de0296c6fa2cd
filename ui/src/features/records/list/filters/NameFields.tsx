import { errorId, Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { words } from "./messages";
import { type Visibility, visibilities } from "./savedFilter";

export interface Naming {
  name: string;
  shownTo: Visibility;
}

interface NameFieldsProps {
  id: string;
  naming: Naming;
  isTried: boolean;
  onNaming: (naming: Naming) => void;
}

/** What a saved filter is called, and who may use it. */
export function NameFields({ id, naming, isTried, onNaming }: NameFieldsProps) {
  const { name, shownTo } = naming;
  const isMissing = isTried && name.trim() === "";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_12rem] gap-3 max-sm:grid-cols-1">
      <Field
        label={words.name}
        htmlFor={`${id}-name`}
        isRequired
        error={isMissing ? words.nameMissing : undefined}
      >
        <input
          id={`${id}-name`}
          type="text"
          maxLength={255}
          value={name}
          aria-invalid={isMissing}
          aria-describedby={errorId(`${id}-name`)}
          onChange={({ target }) => onNaming({ ...naming, name: target.value })}
          className={inputClass}
        />
      </Field>
      <Field label={words.shownTo} htmlFor={`${id}-shown`}>
        <Select
          id={`${id}-shown`}
          value={shownTo}
          onChange={({ target }) => onNaming({ ...naming, shownTo: target.value as Visibility })}
        >
          {visibilities.map((one) => (
            <option key={one} value={one}>
              {words.visibility[one]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
