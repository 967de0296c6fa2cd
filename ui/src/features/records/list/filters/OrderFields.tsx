import { useMemo } from "react";
import type { ObjectSchema } from "@/api";
import { Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { type FieldSpec, fieldType } from "@/fields";
import { nameFieldOf, schemasAtom, useAtomValue } from "@/store";
import { isSortable } from "../columns";
import { words } from "./messages";
import { mostLimit, mostOffset } from "./savedFilter";
import { partsOf } from "./subFields";

type Direction = keyof typeof words.directions;

/** How the records of a filter are ordered and how many are shown, as it is typed. */
export interface Order {
  field: string;
  direction: Direction;
  limit: string;
  offset: string;
  /** The selected fields, [] for all. */
  columns: readonly string[];
}

const isWhole = (text: string, least: number, most: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

export const limitFault = ({ limit }: Order) =>
  isWhole(limit, 1, mostLimit) ? undefined : words.limitWrong(mostLimit);

export const offsetFault = ({ offset }: Order) =>
  isWhole(offset, 0, mostOffset) ? undefined : words.offsetWrong(mostOffset);

/** The order by a field of a related record; only a query can have it. */
export const isRelated = ({ field, direction }: Order): boolean =>
  direction !== "none" && field.includes(".");

/** The lookups whose records the reader may read, with what can be sorted by of those. */
function useRelated(fields: readonly FieldSpec[]) {
  const schemas = useAtomValue(schemasAtom);
  return useMemo(
    () =>
      fields.flatMap((field) => {
        const target = schemas?.find(({ api_name }) => api_name === field.target);
        return field.kind === "lookup" && target?.rights.read ? [{ field, target }] : [];
      }),
    [fields, schemas],
  );
}

interface OrderFieldsProps {
  id: string;
  schema: ObjectSchema;
  fields: readonly FieldSpec[];
  order: Order;
  onOrder: (order: Order) => void;
}

/** The order, the page and the fields of a filter. */
export function OrderFields({ id, schema, fields, order, onOrder }: OrderFieldsProps) {
  const change = (next: Partial<Order>) => onOrder({ ...order, ...next });
  const related = useRelated(fields);
  const [lookup = "", ...rest] = order.field.split(".");
  const through = rest.length > 0 ? lookup : undefined;
  const by = related.find(({ field }) => field.name === through);
  const sortable = by
    ? partsOf(by.field, by.target).map(({ subField = "name", title }) => ({
        name: `${by.field.name}.${subField}`,
        title,
      }))
    : fields.filter(isSortable);
  const chooser = useMemo((): FieldSpec | undefined => {
    const [any] = fields;
    return (
      any && {
        ...any,
        name: "columns",
        title: words.selectedFields,
        kind: "multi-picklist",
        isRequired: false,
        property: {
          ...any.property,
          options: fields.map(({ name, title }) => ({ value: name, label: title, active: true })),
        },
      }
    );
  }, [fields]);
  const { Edit } = fieldType("multi-picklist");
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_8.5rem_5rem_5rem] gap-3 max-sm:grid-cols-2">
        <Field label={words.orderObject} htmlFor={`${id}-object`}>
          <Select
            id={`${id}-object`}
            value={through ?? ""}
            disabled={order.direction === "none"}
            onChange={({ target }) =>
              change({ field: target.value === "" ? nameFieldOf(schema) : `${target.value}.name` })
            }
          >
            <option value="">{schema.title}</option>
            {through !== undefined && by === undefined ? <option value={through}>{through}</option> : null}
            {related.map(({ field, target }) => (
              <option key={field.name} value={field.name}>
                {words.relatedObject(field.title, target.title)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={words.orderBy} htmlFor={`${id}-order`}>
          <Select
            id={`${id}-order`}
            value={order.field}
            disabled={order.direction === "none"}
            onChange={({ target }) => change({ field: target.value })}
          >
            {sortable.some(({ name }) => name === order.field) ? null : (
              <option value={order.field}>{order.field}</option>
            )}
            {sortable.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={words.direction} htmlFor={`${id}-direction`}>
          <Select
            id={`${id}-direction`}
            value={order.direction}
            onChange={({ target }) => change({ direction: target.value as Direction })}
          >
            {Object.entries(words.directions).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={words.limit} htmlFor={`${id}-limit`} error={limitFault(order)}>
          <input
            id={`${id}-limit`}
            inputMode="numeric"
            value={order.limit}
            aria-invalid={limitFault(order) !== undefined}
            onChange={({ target }) => change({ limit: target.value })}
            className={inputClass}
          />
        </Field>
        <Field label={words.offset} htmlFor={`${id}-offset`} error={offsetFault(order)}>
          <input
            id={`${id}-offset`}
            inputMode="numeric"
            value={order.offset}
            aria-invalid={offsetFault(order) !== undefined}
            onChange={({ target }) => change({ offset: target.value })}
            className={inputClass}
          />
        </Field>
      </div>
      {chooser ? (
        <Field
          label={words.selectedFields}
          htmlFor={`${id}-columns`}
          hint={order.columns.length === 0 ? words.allFields : undefined}
        >
          <Edit
            id={`${id}-columns`}
            field={chooser}
            value={order.columns}
            onChange={(value) => change({ columns: Array.isArray(value) ? value.map(String) : [] })}
            onBlur={() => undefined}
            isInvalid={false}
            describedBy={undefined}
          />
        </Field>
      ) : null}
    </>
  );
}
