import { useId, useState } from "react";
import { Disclosure } from "@/components/Disclosure/Disclosure";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { cn } from "@/lib/cn";
import { compareText } from "@/lib/compare";
import { schemasAtom, useAtomValue } from "@/store";
import type { Format } from "./api";
import { DefaultChoice } from "./DefaultChoice";
import { FormatChoice } from "./FormatChoice";
import type { Faults } from "./faults";
import { type FieldValues, withFormat } from "./field";
import { fixedClass } from "./fixedClass";
import { formatName } from "./formatNames";
import { textOfFormat } from "./formats";
import { words } from "./messages";
import { NumberInput } from "./NumberInput";
import { OptionsEditor } from "./OptionsEditor";
import { Rule } from "./Rule";

export interface FieldFormProps {
  object: string;
  values: FieldValues;
  /** What its values were when one began to change them. */
  base: FieldValues;
  faults: Faults;
  formats: readonly Format[];
  /** Those that it may have: any where it is new, else those that what records hold can be converted to. */
  possible: readonly Format[];
  /** The API name of a new field; of others it never changes. */
  name: string;
  isNew: boolean;
  onName: (name: string) => void;
  onChange: (values: FieldValues) => void;
  onProblem: (key: keyof FieldValues, problem: string | undefined) => void;
}

/** The object that a lookup refers to. */
function Target({ id, values, faults, isNew, onChange }: FieldFormProps & { id: string }) {
  const schemas = useAtomValue(schemasAtom) ?? [];
  const objects = [...schemas].sort((left, right) => compareText(left.title, right.title));
  return (
    <Field
      label={words.target}
      htmlFor={id}
      hint={isNew ? undefined : words.targetStays}
      error={faults.target}
      isRequired
    >
      <Select
        id={id}
        value={values.target}
        disabled={!isNew}
        aria-invalid={faults.target !== undefined}
        aria-describedby={faults.target ? errorId(id) : undefined}
        onChange={(event) => onChange({ ...values, target: event.target.value, default: null })}
      >
        <option value="">{words.chooseTarget}</option>
        {objects.map(({ api_name: name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** How a field is called, by people and by programs. */
function Names({ id, values, faults, name, isNew, onName, onChange }: FieldFormProps & { id: string }) {
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
      <Field label={words.fieldTitle} htmlFor={`${id}-title`} error={faults.title} isRequired>
        <input
          id={`${id}-title`}
          type="text"
          autoComplete="off"
          value={values.title}
          aria-invalid={faults.title !== undefined}
          aria-describedby={faults.title ? errorId(`${id}-title`) : undefined}
          onChange={(event) => onChange({ ...values, title: event.target.value })}
          className={inputClass}
        />
      </Field>
      <Field label={words.apiName} htmlFor={`${id}-name`} hint={words.apiNameHint} error={faults.name}>
        <input
          id={`${id}-name`}
          type="text"
          autoComplete="off"
          spellCheck={false}
          readOnly={!isNew}
          value={name}
          aria-invalid={faults.name !== undefined}
          aria-describedby={faults.name ? errorId(`${id}-name`) : undefined}
          onChange={(event) => onName(event.target.value)}
          className={cn(isNew ? inputClass : fixedClass, "font-mono")}
        />
      </Field>
    </div>
  );
}

/** What an encrypted field holds, which never changes. */
function Holds({ id, values, faults, formats, isNew, onChange }: FieldFormProps & { id: string }) {
  return (
    <Field
      label={words.holds}
      htmlFor={id}
      hint={isNew ? words.holdsHint : words.holdsStays}
      error={faults.holds}
    >
      <Select
        id={id}
        value={values.holds}
        disabled={!isNew}
        aria-invalid={faults.holds !== undefined}
        onChange={(event) => onChange({ ...values, holds: event.target.value })}
      >
        <option value="">{words.holdsText}</option>
        {formats
          .filter(({ held }) => held)
          .map(({ format, title }) => (
            <option key={format} value={format}>
              {formatName(format, title)}
            </option>
          ))}
      </Select>
    </Field>
  );
}

/** What few fields need. */
function Further(props: FieldFormProps & { id: string; format: Format | undefined }) {
  const { id, values, faults, format, onChange, onProblem } = props;
  const number = (key: "width" | "max_length", label: string, hint: string) => (
    <Field label={label} htmlFor={`${id}-${key}`} hint={hint} error={faults[key]}>
      <NumberInput
        id={`${id}-${key}`}
        value={values[key]}
        isInvalid={faults[key] !== undefined}
        describedBy={faults[key] ? errorId(`${id}-${key}`) : undefined}
        onChange={(value, problem) => {
          onProblem(key, problem);
          onChange({ ...values, [key]: value });
        }}
      />
    </Field>
  );
  return (
    <div className="grid grid-cols-2 gap-4 pt-3 max-sm:grid-cols-1">
      {number("width", words.width, words.widthHint)}
      {format?.max_length ? number("max_length", words.maxLength, words.maxLengthHint) : null}
      {format?.unit ? (
        <Field label={words.unit} htmlFor={`${id}-unit`} hint={words.unitHint} error={faults.unit}>
          <input
            id={`${id}-unit`}
            type="text"
            autoComplete="off"
            value={values.unit}
            aria-invalid={faults.unit !== undefined}
            onChange={(event) => onChange({ ...values, unit: event.target.value })}
            className={inputClass}
          />
        </Field>
      ) : null}
      {format?.sensitive ? <Holds {...props} id={`${id}-holds`} /> : null}
      <div className="col-span-full">
        <Rule
          label={words.programsOnly}
          hint={words.programsOnlyHint}
          isOn={!values.modify}
          error={faults.modify}
          onChange={(isOn) => onChange({ ...values, modify: !isOn })}
        />
      </div>
      {format?.index ? (
        <div className="col-span-full">
          <Rule
            label={words.index}
            hint={words.indexHint}
            isOn={values.index}
            error={faults.index}
            onChange={(index) => onChange({ ...values, index })}
          />
        </div>
      ) : null}
    </div>
  );
}

/** All that one can say of a field; what its format can't have is not asked for. */
export function FieldForm(props: FieldFormProps) {
  const { values, faults, formats, possible, isNew, onChange } = props;
  const id = useId();
  const [isMore, setMore] = useState(false);
  const format = formats.find((one) => one.format === values.format);
  const isOpen =
    isMore || faults.width !== undefined || faults.max_length !== undefined || faults.holds !== undefined;
  const formatHint = isNew || possible.length > 1 ? textOfFormat(values.format) : words.fixedFormat;
  return (
    <div className="flex flex-col gap-5 pt-1">
      <Names {...props} id={id} />
      <Field label={words.format} htmlFor={`${id}-format`} hint={formatHint} error={faults.format} isRequired>
        <FormatChoice
          id={`${id}-format`}
          formats={possible}
          chosen={values.format}
          isInvalid={faults.format !== undefined}
          describedBy={faults.format ? errorId(`${id}-format`) : undefined}
          onChoose={(chosen) => onChange(withFormat(values, chosen))}
        />
      </Field>
      {format?.target ? <Target {...props} id={`${id}-target`} /> : null}
      {format?.options ? (
        <OptionsEditor
          id={`${id}-options`}
          options={values.options}
          isOpen={format.options_needed !== true}
          error={faults.options}
          onChange={(options) => onChange({ ...values, options })}
        />
      ) : null}
      <div className="flex flex-col gap-3">
        <Rule
          label={words.required}
          hint={words.requiredHint}
          isOn={values.required}
          error={faults.required}
          onChange={(required) => onChange({ ...values, required })}
        />
        {format?.unique ? (
          <Rule
            label={words.unique}
            hint={words.uniqueHint}
            isOn={values.unique}
            error={faults.unique}
            onChange={(unique) => onChange({ ...values, unique })}
          />
        ) : null}
      </div>
      {format?.default && !(format.target && values.target === "") ? (
        <DefaultChoice {...props} id={`${id}-default`} format={format} />
      ) : null}
      <Field label={words.helpText} htmlFor={`${id}-help`} hint={words.helpHint} error={faults.help_text}>
        <input
          id={`${id}-help`}
          type="text"
          autoComplete="off"
          value={values.help_text}
          aria-invalid={faults.help_text !== undefined}
          onChange={(event) => onChange({ ...values, help_text: event.target.value })}
          className={inputClass}
        />
      </Field>
      <div>
        <Disclosure isOpen={isOpen} onClick={() => setMore(!isOpen)} className="font-medium">
          {isOpen ? words.lessSettings : words.moreSettings}
        </Disclosure>
        {isOpen ? <Further {...props} id={id} format={format} /> : null}
      </div>
    </div>
  );
}
