import { useId, useState } from "react";
import { ApiError, createRecord, detailOf, type ObjectSchema, patchRecord, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { toast } from "@/components/Toaster/toasts";
import { fieldsOf } from "@/fields";
import { parseSort } from "../../live/sorting";
import { pluralOf } from "../../objects";
import type { Column } from "../columns";
import { asQuery } from "./asQuery";
import { limitIn, parseQuery } from "./check";
import { rowOf } from "./FilterRow";
import { FilterRows, isMissing, type Line } from "./FilterRows";
import { words } from "./messages";
import { NameFields, type Naming } from "./NameFields";
import { isRelated, limitFault, type Order, OrderFields, offsetFault } from "./OrderFields";
import { isFilterable } from "./operators";
import { faultOf, isBlank, QueryField, useParsedQuery } from "./QueryField";
import { kept, object, type SavedFilter, type Where } from "./savedFilter";
import { useFilterFields } from "./useFilterFields";

interface FilterDialogProps {
  schema: ObjectSchema;
  /** The one that is changed; undefined for a new one. */
  filter: SavedFilter | undefined;
  /** What it begins with; undefined for an empty one. */
  start: Where | undefined;
  title: string;
  /** What the list shows, where that was chosen. */
  columns: readonly Column[] | undefined;
  /** How its records are shown. */
  shownAs: Readonly<Record<string, unknown>>;
  /** The user may save filters. */
  maySave: boolean;
  onSaved: (id: string) => void;
  /** Uses it without saving. */
  onUse: (where: Where, columns: readonly string[]) => void;
  onClose: () => void;
}

/** How many records a page has where the builder's limit is not changed. */
const usualLimit = 100;
const pageSize = 25;

export const titleOf = (schema: ObjectSchema, filter: SavedFilter | undefined, isCopy: boolean) =>
  filter ? words.editTitle : isCopy ? words.copyTitle : words.newTitle(pluralOf(schema));

const linesOf = (rows: Where["rows"]): readonly Line[] => rows.map((row, key) => ({ key, row }));

function orderOf(schema: ObjectSchema, where: Where | undefined, columns: readonly string[]): Order {
  const { field, isDescending } = parseSort(where?.sort ?? schema.order ?? "-id");
  return {
    field,
    direction: isDescending ? "DESC" : "ASC",
    limit: String(where ? (where.limit ?? pageSize) : usualLimit),
    offset: String(where?.offset ?? 0),
    columns,
  };
}

const whereOf = (rows: Where["rows"], isAny: boolean, order: Order): Where => ({
  rows,
  isAny,
  sort: order.direction === "none" ? undefined : `${order.direction === "DESC" ? "-" : ""}${order.field}`,
  limit: Number(order.limit),
  offset: Number(order.offset),
});

const asked = (query: string): Where => ({ rows: [], isAny: false, query, limit: limitIn(query) });

const isFaulty = (rows: Where["rows"], order: Order) =>
  rows.some(isMissing) || limitFault(order) !== undefined || offsetFault(order) !== undefined;

/** Builds what narrows a list: to use at once, or to save under a name. */
export function FilterDialog(props: FilterDialogProps) {
  const { schema, filter, start, columns, shownAs, onSaved, onUse, onClose } = props;
  const all = useFilterFields(schema);
  const [fields] = useState(() => all.filter(isFilterable));
  const first = fields[0];
  const [naming, setNaming] = useState<Naming>({
    name: filter?.name ?? "",
    shownTo: filter?.visibility ?? "private",
  });
  const [isAny, setAny] = useState(start?.isAny ?? false);
  const [lines, setLines] = useState<readonly Line[]>(() =>
    linesOf(start?.rows ?? (first ? [rowOf(first)] : [])),
  );
  const [order, setOrder] = useState(() => orderOf(schema, start, columns?.map(({ field }) => field) ?? []));
  const [query, setQuery] = useState(start?.query);
  const parsed = useParsedQuery(query);
  const [isTried, setTried] = useState(false);
  const [isNamed, setNamed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const name = naming.name.trim();

  const rows = query === undefined ? lines.map(({ row }) => row) : [];
  const built = whereOf(rows, isAny, order);
  const text = query ?? (isRelated(order) ? asQuery(schema, built, order.columns) : undefined);
  const where = text === undefined ? built : asked(text);
  const isWrong =
    query === undefined
      ? isFaulty(rows, order)
      : isBlank(query) || faultOf(schema.api_name, parsed) !== undefined;

  const write = () => {
    setTried(true);
    if (!isWrong) {
      setTried(false);
      setQuery(asQuery(schema, built, order.columns));
    }
  };
  const back = () => {
    const found = parsed?.parsed?.rows;
    if (found) {
      setLines(linesOf(found.where.rows));
      setAny(found.where.isAny);
      setOrder({
        ...orderOf(schema, { ...found.where, limit: found.where.limit ?? usualLimit }, found.fields),
        ...(found.where.sort === undefined ? { direction: "none" as const } : {}),
      });
      setQuery(undefined);
    }
  };
  const fieldsNow = query === undefined ? order.columns : (parsed?.parsed?.rows?.fields ?? order.columns);
  /** Whether the server takes the query; one that was typed just now is not parsed yet. */
  const isTaken = async () => {
    if (query === undefined || parsed !== undefined) {
      return true;
    }
    try {
      return faultOf(schema.api_name, { query, parsed: await parseQuery(query) }) === undefined;
    } catch (error) {
      if (!(error instanceof ApiError && error.place)) {
        toast.error(detailOf(error));
      }
      return false;
    }
  };
  const use = async () => {
    setTried(true);
    if (!isWrong && (await isTaken())) {
      onUse(where, fieldsNow);
    }
  };
  const save = async () => {
    setTried(true);
    setNamed(true);
    if (name === "" || isWrong || !(await isTaken())) {
      return;
    }
    setBusy(true);
    const settings = filter?.record.settings as Record<string, unknown> | undefined;
    const chosen = fieldsNow.map((field) => columns?.find((column) => column.field === field) ?? { field });
    const record = {
      name,
      visibility: naming.shownTo,
      ...kept(
        schema.api_name,
        where,
        { ...settings, ...shownAs },
        chosen.length > 0 ? chosen : columns && [],
      ),
    };
    try {
      const saved = filter
        ? await patchRecord<WireRecord>(object, { ...record, id: filter.id })
        : await createRecord<WireRecord>(object, { ...record, object: schema.api_name });
      toast.success(words.saved);
      onSaved(saved.id);
    } catch (error) {
      setBusy(false);
      toast.error(words.saveError(detailOf(error)));
    }
  };

  return (
    <Dialog
      title={props.title}
      onClose={onClose}
      onSubmit={props.maySave ? save : use}
      className="max-w-3xl"
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <span className="flex-1" />
          <Button tone={props.maySave ? "secondary" : "primary"} tip={words.useTip} onClick={use}>
            {words.use}
          </Button>
          {props.maySave ? (
            <Button type="submit" tone="primary" isBusy={isBusy}>
              {words.save}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {props.maySave ? <NameFields id={id} naming={naming} isTried={isNamed} onNaming={setNaming} /> : null}
        {query === undefined ? (
          <>
            <FilterRows
              id={id}
              fields={fields}
              lines={lines}
              isAny={isAny}
              isTried={isTried}
              onLines={setLines}
              onAny={setAny}
              onQuery={write}
            />
            <OrderFields id={id} schema={schema} fields={fieldsOf(schema)} order={order} onOrder={setOrder} />
          </>
        ) : (
          <QueryField
            id={`${id}-query`}
            object={schema.api_name}
            query={query}
            isTried={isTried}
            state={parsed}
            onQuery={setQuery}
            onBack={back}
          />
        )}
      </div>
    </Dialog>
  );
}
