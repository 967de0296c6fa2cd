import { ArrowDown, ArrowUp, type LucideIcon } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { t } from "@/messages";
import { icons } from "./icons";
import { words } from "./messages";
import { longestName, type Section } from "./sections";

interface EditSectionProps {
  section: Section;
  /** The icon of its object. */
  own: LucideIcon;
  at: number;
  of: number;
  onMove: (to: number) => void;
  onSave: (change: Pick<Section, "name" | "icon">) => void;
  onRemove: () => void;
  onClose: () => void;
}

interface IconChoiceProps {
  value: string;
  label: string;
  icon: LucideIcon;
  isChosen: boolean;
  onChoose: (value: string) => void;
}

function IconChoice({ value, label, icon: Icon, isChosen, onChoose }: IconChoiceProps) {
  return (
    <label
      data-tip={label}
      className="relative flex size-9 items-center justify-center rounded border border-transparent text-n11 hover:bg-n4 has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
    >
      <input
        type="radio"
        name="section-icon"
        aria-label={label}
        checked={isChosen}
        onChange={() => onChoose(value)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <Icon aria-hidden className="size-4" />
    </label>
  );
}

interface StepProps {
  label: string;
  icon: React.ReactNode;
  isPossible: boolean;
  onStep: () => void;
}

/** At an end it stays where it is, so that the focus does. */
const Step = ({ label, icon, isPossible, onStep }: StepProps) => (
  <Button
    icon={icon}
    aria-disabled={!isPossible}
    className="aria-disabled:opacity-50"
    onClick={() => isPossible && onStep()}
  >
    {label}
  </Button>
);

/** How a section is called, marked and placed. Moves and removal count at once, the rest with Save. */
export function EditSection({ section, own, at, of, onMove, onSave, onRemove, onClose }: EditSectionProps) {
  const [name, setName] = useState(section.name);
  const [icon, setIcon] = useState(section.icon in icons ? section.icon : "");
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const save = () => {
    const wanted = name.trim();
    setMissing(wanted === "");
    if (wanted !== "") {
      onSave({ name: wanted, icon });
    }
  };
  const choices = [
    { value: "", label: words.ownIcon, icon: own },
    ...Object.entries(icons).map(([value, { label, Icon }]) => ({ value, label, icon: Icon })),
  ];
  return (
    <Dialog
      title={words.editTitle}
      onClose={onClose}
      onSubmit={save}
      className="max-w-sm"
      footer={
        <>
          <Button tone="ghost" className="-ml-2 mr-auto text-danger" onClick={onRemove}>
            {words.remove}
          </Button>
          <Button onClick={onClose}>{t.frame.close}</Button>
          <Button tone="primary" type="submit">
            {t.frame.save}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={words.name} htmlFor={id} error={isMissing ? words.nameMissing : undefined}>
          <input
            id={id}
            type="text"
            autoComplete="off"
            maxLength={longestName}
            value={name}
            onChange={(event) => setName(event.target.value)}
            aria-invalid={isMissing}
            aria-describedby={isMissing ? errorId(id) : undefined}
            className={inputClass}
          />
        </Field>
        <fieldset>
          <legend className="pb-1 font-medium text-meta text-n11">{words.icon}</legend>
          <div className="grid grid-cols-8 gap-0.5">
            {choices.map((choice) => (
              <IconChoice
                key={choice.value}
                {...choice}
                isChosen={choice.value === icon}
                onChoose={setIcon}
              />
            ))}
          </div>
        </fieldset>
        <div className="flex items-center gap-2">
          <span className="flex-1">
            <span className="block font-medium text-meta text-n11">{words.position}</span>
            <span role="status" className="tabular-nums">
              {words.place(at + 1, of)}
            </span>
          </span>
          <Step
            label={words.moveUp}
            icon={<ArrowUp className="size-4" />}
            isPossible={at > 0}
            onStep={() => onMove(at - 1)}
          />
          <Step
            label={words.moveDown}
            icon={<ArrowDown className="size-4" />}
            isPossible={at < of - 1}
            onStep={() => onMove(at + 1)}
          />
        </div>
      </div>
    </Dialog>
  );
}
