import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useId, useState } from "react";
import type { ObjectSchema } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Field } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { IconButton } from "@/components/IconButton/IconButton";
import { colors } from "@/components/Pill/colors";
import type { FieldSpec } from "@/fields";
import { choiceColor, choiceLabel } from "@/fields/enum/value";
import { cn } from "@/lib/cn";
import { moved } from "../list/moved";
import { words } from "./messages";
import { columnPiles } from "./piles";
import {
  type BoardSettings,
  boardOf,
  cardFieldChoices,
  columnFields,
  laneFields,
  mostCardFields,
  sumFields,
} from "./settings";

interface SettingsSheetProps {
  schema: ObjectSchema;
  fields: readonly FieldSpec[];
  settings: BoardSettings;
  /** What records hold in the field of the columns now, options or not. */
  values: readonly unknown[];
  /** The name of the filter that is chosen. */
  filter: string | undefined;
  /** The filter may be changed. */
  maySave: boolean;
  onApply: (settings: BoardSettings) => void;
  onSave: (settings: BoardSettings) => Promise<void>;
  onClose: () => void;
}

interface ChosenFieldsProps {
  choices: readonly FieldSpec[];
  names: readonly string[];
  onNames: (names: readonly string[]) => void;
}

/** Which fields a card shows, and in which order. */
function ChosenFields({ choices, names, onNames }: ChosenFieldsProps) {
  const id = useId();
  const left = choices.filter(({ name }) => !names.includes(name));
  const isFull = names.length >= mostCardFields;
  const empty = left.length === 0 ? words.allCardFields : words.chooseField;
  return (
    <>
      <Field
        label={words.addCardField}
        htmlFor={id}
        hint={isFull ? words.mostCardFields(mostCardFields) : undefined}
      >
        <Select
          id={id}
          value=""
          disabled={isFull || left.length === 0}
          onChange={({ target }) => onNames([...names, target.value])}
        >
          <option value="">{empty}</option>
          {left.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      {names.length === 0 ? (
        <p className="text-meta text-n11">{words.noCardFields}</p>
      ) : (
        <ol aria-label={words.cardFields} className="divide-y rounded border">
          {names.map((name, at) => {
            const title = choices.find((field) => field.name === name)?.title ?? name;
            return (
              <li key={name} className="flex h-9 items-center gap-1 pr-1 pl-3">
                <span className="min-w-0 flex-1 truncate">{title}</span>
                <IconButton
                  className="size-7"
                  label={words.fieldEarlier(title)}
                  icon={<ArrowUp className="size-4" />}
                  disabled={at === 0}
                  onClick={() => onNames(moved(names, at, -1))}
                />
                <IconButton
                  className="size-7"
                  label={words.fieldLater(title)}
                  icon={<ArrowDown className="size-4" />}
                  disabled={at === names.length - 1}
                  onClick={() => onNames(moved(names, at, 1))}
                />
                <IconButton
                  className="size-7"
                  label={words.withoutField(title)}
                  icon={<X className="size-4" />}
                  onClick={() => onNames(names.filter((other) => other !== name))}
                />
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}

function FieldSelect(props: {
  label: string;
  value: string;
  fields: readonly FieldSpec[];
  none?: string;
  onChange: (name: string) => void;
}) {
  const id = useId();
  return (
    <Field label={props.label} htmlFor={id}>
      <Select id={id} value={props.value} onChange={({ target }) => props.onChange(target.value)}>
        {props.none === undefined ? null : <option value="">{props.none}</option>}
        {props.fields.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** What a board is made of: its columns and their colors, its swimlanes, what is totaled, and what cards show. */
export function SettingsSheet(props: SettingsSheetProps) {
  const { schema, fields, values, filter, maySave, onApply, onSave, onClose } = props;
  const [settings, setSettings] = useState(props.settings);
  const [isBusy, setBusy] = useState(false);
  const board = boardOf(schema, fields, settings);
  if (!board) {
    return null;
  }
  const change = (some: BoardSettings) => setSettings({ ...settings, ...some });
  const { columns } = board;
  const shownColors = settings.columnColors ?? {};
  const own = columns.name === props.settings.columns || props.settings.columns === undefined;
  const piles = columnPiles(board, own ? values : []);
  return (
    <Dialog
      isSheet
      title={words.settings}
      onClose={onClose}
      onSubmit={() => onApply(settings)}
      isDirty={JSON.stringify(settings) !== JSON.stringify(props.settings)}
      footer={
        <>
          <Button onClick={() => setSettings({})}>{words.usual}</Button>
          <span className="flex-1" />
          <Button type="submit" tone={maySave ? "secondary" : "primary"}>
            {words.apply}
          </Button>
          {maySave && filter !== undefined ? (
            <Button
              tone="primary"
              isBusy={isBusy}
              className="max-w-44"
              onClick={async () => {
                setBusy(true);
                await onSave(settings);
                setBusy(false);
              }}
            >
              <span className="truncate">{words.saveWith(filter)}</span>
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4">
        <FieldSelect
          label={words.columns}
          value={columns.name}
          fields={columnFields(fields)}
          onChange={(name) => change({ columns: name, columnColors: {} })}
        />
        <FieldSelect
          label={words.swimlanes}
          value={board.lanes?.name ?? ""}
          fields={laneFields(schema, fields, columns.name)}
          none={words.noSwimlanes}
          onChange={(swimLanes) => change({ swimLanes })}
        />
        <FieldSelect
          label={words.sum}
          value={board.sum?.name ?? ""}
          fields={sumFields(fields)}
          none={words.noSum}
          onChange={(sum) => change({ sum })}
        />
        <ChosenFields
          choices={cardFieldChoices(schema, fields)}
          names={board.cardFields.map(({ name }) => name)}
          onNames={(cardFields) => change({ cardFields })}
        />
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-medium text-meta text-n11">{words.columnColors}</legend>
          {piles.map((pile) => {
            const color = shownColors[pile.key] ?? choiceColor(pile.key, columns);
            return (
              <div key={pile.key} className="flex items-center gap-2.5">
                <span
                  aria-hidden
                  className={cn(
                    "h-5 w-[3px] shrink-0 rounded-full",
                    color ? `option-mark option-${color}` : "bg-n7",
                  )}
                />
                <span className="min-w-0 flex-1 truncate">{pile.label}</span>
                <span className="w-36 shrink-0">
                  <Select
                    aria-label={words.colorOf(pile.label)}
                    value={shownColors[pile.key] ?? ""}
                    onChange={({ target }) => {
                      const { [pile.key]: _, ...rest } = shownColors;
                      change({
                        columnColors: target.value === "" ? rest : { ...rest, [pile.key]: target.value },
                      });
                    }}
                  >
                    <option value="">{pile.key === "" ? words.noColor : words.ownColor}</option>
                    {colors.map((one) => (
                      <option key={one} value={one}>
                        {choiceLabel(one)}
                      </option>
                    ))}
                  </Select>
                </span>
              </div>
            );
          })}
        </fieldset>
        <p className="text-meta text-n11">
          {filter === undefined ? words.savedForYou : maySave ? words.savedWithFilter(filter) : null}
        </p>
      </div>
    </Dialog>
  );
}
