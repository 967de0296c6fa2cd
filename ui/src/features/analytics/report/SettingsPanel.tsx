import {
  AreaChart,
  ChartBar,
  ChartColumn,
  ChartLine,
  ChartPie,
  ChartScatter,
  CircleDashed,
  Filter,
  Gauge,
  Hash,
} from "lucide-react";
import { type ReactNode, useId } from "react";
import type { ObjectSchema } from "@/api";
import { Choices } from "@/components/Choices/Choices";
import { Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { cn } from "@/lib/cn";
import {
  aggregatesOf,
  type ChartSettings,
  type ChartType,
  chartTypes,
  dateGroups,
  isOneNumber,
  isSingle,
  retyped,
  type Thresholds,
} from "../charts/settings";
import { words } from "../messages";
import { about, type ReportDraft } from "./draft";
import type { ChartField } from "./fields";
import { SqlField } from "./SqlField";

const icons: Record<ChartType, ReactNode> = {
  Line: <ChartLine />,
  Area: <AreaChart />,
  Bar: <ChartColumn />,
  "Horizontal Bar": <ChartBar />,
  Scatter: <ChartScatter />,
  Pie: <ChartPie />,
  Donut: <CircleDashed />,
  Funnel: <Filter />,
  Guage: <Gauge />,
  Metric: <Hash />,
};

interface TypeChoiceProps {
  chosen: ChartType;
  onChoose: (type: ChartType) => void;
}

function TypeChoice({ chosen, onChoose }: TypeChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-meta text-n11">{words.chartType}</legend>
      <div className="grid grid-cols-5 gap-1">
        {chartTypes.map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={type === chosen}
            aria-label={words.chartTypes[type]}
            data-tip={words.chartTypes[type]}
            onClick={() => onChoose(type)}
            className={cn(
              "flex h-9 items-center justify-center rounded border [&_svg]:size-4.5",
              type === chosen
                ? "border-accent bg-accent-soft text-accent-text"
                : "border-n6 text-n11 hover:border-n8 hover:text-n12",
            )}
          >
            {icons[type]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface FieldChoiceProps {
  label: string;
  value: string | undefined;
  fields: readonly ChartField[];
  /** What choosing none is called; a field must be chosen where nothing is said. */
  none?: string;
  onChoose: (name: string | undefined) => void;
}

function FieldChoice({ label, value = "", fields, none, onChoose }: FieldChoiceProps) {
  const id = useId();
  const isUnknown = value !== "" && !fields.some(({ name }) => name === value);
  return (
    <Field label={label} htmlFor={id}>
      <Select id={id} value={value} onChange={({ target }) => onChoose(target.value || undefined)}>
        <option value="">{none ?? words.choose}</option>
        {isUnknown ? <option value={value}>{value}</option> : null}
        {fields.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface NumberChoiceProps {
  label: string;
  hint?: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

function NumberChoice({ label, hint, value, onChange }: NumberChoiceProps) {
  const id = useId();
  return (
    <Field label={label} htmlFor={id} hint={hint}>
      <input
        id={id}
        type="number"
        min={0}
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
        className={inputClass}
      />
    </Field>
  );
}

interface ChartChoicesProps {
  settings: ChartSettings;
  fields: readonly ChartField[];
  onSettings: (settings: ChartSettings) => void;
}

/** A change of settings, in which an undefined value takes a setting away. */
type Change = { [Name in keyof ChartSettings]?: ChartSettings[Name] | undefined };

function changed(settings: ChartSettings, change: Change): ChartSettings {
  const next = Object.entries({ ...settings, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(next) as unknown as ChartSettings;
}

/** What stands on the axes, and how it is counted. */
function ChartChoices({ settings, fields, onSettings }: ChartChoicesProps) {
  const { chartType, x, y, field, aggregate, summarizeBy, groupByDateTime, sort, order, limit } = settings;
  const set = (change: Change) => onSettings(changed(settings, change));
  const aggregateId = useId();
  const groupId = useId();
  const orderId = useId();
  const isOneField = isSingle(chartType);
  const find = (name: string | undefined) => fields.find((one) => one.name === name);
  const measured = find(isOneField ? field : y);
  const offered = aggregatesOf(chartType, measured?.isNumeric === true);
  const isDated = find(isOneField ? field : x)?.isDated === true || find(summarizeBy)?.isDated === true;
  const measure = (change: Change) => {
    const next = changed(settings, change);
    const isNumeric = find(isOneField ? next.field : next.y)?.isNumeric === true;
    const isOffered = aggregatesOf(chartType, isNumeric).includes(next.aggregate);
    onSettings(isOffered ? next : { ...next, aggregate: "Count" });
  };
  return (
    <>
      {isOneField ? (
        <FieldChoice
          label={words.field}
          value={field}
          fields={fields}
          onChoose={(name) => measure({ field: name })}
        />
      ) : (
        <>
          <FieldChoice label={words.x} value={x} fields={fields} onChoose={(name) => set({ x: name })} />
          <FieldChoice label={words.y} value={y} fields={fields} onChoose={(name) => measure({ y: name })} />
        </>
      )}
      {isOneNumber(chartType) ? null : (
        <Field label={words.aggregate} htmlFor={aggregateId}>
          <Select
            id={aggregateId}
            value={aggregate}
            onChange={({ target }) => set({ aggregate: target.value as ChartSettings["aggregate"] })}
          >
            {offered.map((one) => (
              <option key={one} value={one}>
                {words.aggregates[one]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {isDated ? (
        <Field label={words.groupBy} htmlFor={groupId}>
          <Select
            id={groupId}
            value={groupByDateTime ?? "Day"}
            onChange={({ target }) =>
              set({ groupByDateTime: target.value as NonNullable<ChartSettings["groupByDateTime"]> })
            }
          >
            {dateGroups.map((one) => (
              <option key={one} value={one}>
                {words.groups[one]}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      {isOneNumber(chartType) ? null : (
        <>
          <FieldChoice
            label={words.summarizeBy}
            value={summarizeBy}
            fields={fields}
            none={words.nothing}
            onChoose={(name) => set({ summarizeBy: name })}
          />
          <Field label={words.order} htmlFor={orderId}>
            <Select
              id={orderId}
              value={sort ? `${sort} ${order ?? "ASC"}` : ""}
              onChange={({ target }) => {
                const [by, way] = target.value.split(" ");
                set({
                  sort: (by || undefined) as ChartSettings["sort"],
                  order: way as ChartSettings["order"],
                });
              }}
            >
              {Object.entries(words.orders).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <NumberChoice
            label={words.limit}
            hint={words.limitHint}
            value={limit}
            onChange={(value) => set({ limit: value && value > 0 ? Math.floor(value) : undefined })}
          />
        </>
      )}
    </>
  );
}

/** The chart's type with the choices that it has. */
export function ChartPicker({ settings, fields, onSettings }: ChartChoicesProps) {
  return (
    <>
      <TypeChoice chosen={settings.chartType} onChoose={(type) => onSettings(retyped(settings, type))} />
      <ChartChoices settings={settings} fields={fields} onSettings={onSettings} />
    </>
  );
}

const bounds = ["low", "mid", "high", "max"] as const;

function GaugeRanges({
  thresholds,
  onChange,
}: {
  thresholds: Thresholds;
  onChange: (next: Thresholds) => void;
}) {
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-1 font-medium text-meta text-n11">{words.thresholds}</legend>
      {bounds.map((bound) => (
        <NumberChoice
          key={bound}
          label={words[bound]}
          value={thresholds[bound]}
          onChange={(value) => onChange({ ...thresholds, [bound]: value ?? 0 })}
        />
      ))}
    </fieldset>
  );
}

interface SettingsPanelProps {
  draft: ReportDraft;
  schemas: readonly ObjectSchema[];
  fields: readonly ChartField[];
  /** What is wrong with the query. */
  sqlError: Error | null;
  /** The builder's conditions as a query. */
  asSql: () => string;
  onChange: (draft: ReportDraft) => void;
}

/** What a report charts and how. */
export function SettingsPanel({ draft, schemas, fields, sqlError, asSql, onChange }: SettingsPanelProps) {
  const nameId = useId();
  const objectId = useId();
  const { settings, thresholds } = draft;
  const isKnown = draft.object === "" || schemas.some(({ api_name: name }) => name === draft.object);
  return (
    <div className="grid gap-4 p-4">
      <Field label={words.name} htmlFor={nameId} isRequired>
        <input
          id={nameId}
          value={draft.name}
          maxLength={255}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
          className={inputClass}
        />
      </Field>
      <Field label={words.object} htmlFor={objectId} isRequired>
        <Select
          id={objectId}
          value={draft.object}
          onChange={({ target }) => onChange(about(draft, target.value))}
        >
          <option value="">{words.objectFirst}</option>
          {isKnown ? null : <option value={draft.object}>{draft.object}</option>}
          {schemas.map((schema) => (
            <option key={schema.api_name} value={schema.api_name}>
              {schema.title}
            </option>
          ))}
        </Select>
      </Field>
      {draft.object === "" ? null : (
        <>
          <div>
            <p className="mb-1 font-medium text-meta text-n11">{words.sourceLabel}</p>
            <Choices
              label={words.sourceLabel}
              words={words.sourceModes}
              chosen={draft.isSql ? "sql" : "builder"}
              onChoose={(mode) =>
                onChange({
                  ...draft,
                  isSql: mode === "sql",
                  sql: mode === "sql" && draft.sql.trim() === "" ? asSql() : draft.sql,
                })
              }
            />
          </div>
          {draft.isSql ? (
            <SqlField text={draft.sql} error={sqlError} onChange={(sql) => onChange({ ...draft, sql })} />
          ) : null}
          <ChartPicker
            settings={settings}
            fields={fields}
            onSettings={(next) => onChange({ ...draft, settings: next })}
          />
          {settings.chartType === "Guage" ? (
            <GaugeRanges
              thresholds={thresholds}
              onChange={(next) => onChange({ ...draft, thresholds: next })}
            />
          ) : null}
        </>
      )}
    </div>
  );
}
