import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronRight, Plus } from "lucide-react";
import { useEffect, useId, useMemo, useState } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { countRelated, mostRelated } from "@/api/related";
import { Button } from "@/components/Button/Button";
import { Menu } from "@/components/Menu/Menu";
import { part, useFeatures } from "@/feature";
import { factsOf } from "@/feature/declared";
import { cn } from "@/lib/cn";
import { openTab } from "@/lib/recordTabs";
import { identityAtom, keep, rightsFor, schemasAtom, useAtomValue } from "@/store";
import { listen } from "../live/openLists";
import { useFreshnessOf } from "../live/useFreshnessOf";
import { isCounted, type Kind, kindsOf, namingOf } from "./kinds";
import { words } from "./messages";
import { RelatedList } from "./RelatedList";

const NewRecordDialog = part(() => import("../record/NewRecordDialog").then((file) => file.NewRecordDialog));

/** A name with underscores as spaces, as people read it. */
const shownName = (object: string) => object.replaceAll("_", " ");
/** Changes that come together are counted together. */
const settling = 400;

/** How many records of each kind name one, counted again when one of them comes or goes. */
function useCounts(object: string, id: string, kinds: readonly Kind[], isOn: boolean) {
  const names = useMemo(() => (isOn ? kinds.map(({ schema }) => schema.api_name) : []), [kinds, isOn]);
  const fresh = useFreshnessOf(useMemo(() => names.map((name) => `object:${name}`), [names]));
  const { data, error, refetch } = useQuery({
    queryKey: ["related-kinds", object, id, names, fresh ?? 0],
    enabled: names.length > 0 && fresh !== undefined,
    staleTime: 0,
    queryFn: ({ signal }) => countRelated(object, id, names, signal),
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ends = names.map((name) =>
      listen(name, (_, change) => {
        const field = kinds.find(({ schema }) => schema.api_name === name)?.field ?? "";
        if (change.op !== "updated" || (change.fields && field in change.fields)) {
          clearTimeout(timer);
          timer = setTimeout(() => void refetch(), settling);
        }
      }),
    );
    return () => {
      clearTimeout(timer);
      for (const end of ends) {
        end();
      }
    };
  }, [names, kinds, refetch]);
  return { counts: data, error, retry: () => void refetch() };
}

interface KindRowProps {
  kind: Kind;
  id: string;
  count: number | undefined;
  onOpen: () => void;
}

/** A kind of related records: it leads to all of them, and shows the newest five where one asks for them. */
function KindRow({ kind, id, count, onOpen }: KindRowProps) {
  const [isOpen, setOpen] = useState(false);
  const name = shownName(kind.schema.api_name);
  return (
    <li>
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={words.preview(name)}
          onClick={() => setOpen(!isOpen)}
          className="flex size-7 shrink-0 items-center justify-center rounded-sm text-n10 hover:bg-n3 hover:text-n12"
        >
          <ChevronRight
            aria-hidden
            className={cn("size-3.5 transition-transform duration-120", isOpen && "rotate-90")}
          />
        </button>
        <button
          type="button"
          onClick={onOpen}
          className="flex h-7 min-w-0 flex-1 items-center gap-2 rounded-sm px-1.5 text-left hover:bg-n3"
        >
          <span className="min-w-0 flex-1 truncate first-letter:uppercase">{name}</span>
          {count === undefined ? null : (
            <span className="shrink-0 rounded-full bg-n4 px-1.5 text-meta text-n11 tabular-nums">
              {count >= mostRelated ? `${mostRelated}+` : count}
            </span>
          )}
        </button>
      </div>
      {isOpen ? (
        <div className="ml-4 [&_h2]:sr-only [&_section]:border-0 [&_section]:py-1">
          <RelatedList
            relation={{
              schema: kind.schema,
              field: kind.field,
              by: undefined,
              ...(kind.shape === "any" ? { subField: "id" } : {}),
            }}
            id={id}
            isAwaited={false}
            counted={undefined}
          />
        </div>
      ) : null}
    </li>
  );
}

interface RelatedCardProps {
  schema: ObjectSchema;
  record: WireRecord;
  title: string;
  isRemoved: boolean;
}

/** Whatever names a record, by kind: how many there are, the newest of each, and the way to all and to a new one. */
export function RelatedCard({ schema, record, title, isRemoved }: RelatedCardProps) {
  const object = schema.api_name;
  const heading = useId();
  const features = useFeatures();
  const schemas = useAtomValue(schemasAtom);
  const identity = useAtomValue(identityAtom);
  const navigate = useNavigate();
  const [making, setMaking] = useState<Kind>();
  const kinds = useMemo(
    () => kindsOf(features, schemas ?? [], identity, object),
    [features, schemas, identity, object],
  );
  const counted = isCounted(object);
  const { counts, error, retry } = useCounts(object, record.id, kinds, counted);
  const shown = counted ? kinds.filter(({ schema }) => (counts?.[schema.api_name] ?? 0) > 0) : kinds;
  const creatable = kinds.filter(
    ({ schema: { api_name: name, live } }) =>
      !live &&
      rightsFor(identity, name).create &&
      !factsOf(features, name).some(({ hasNoForm, isColleague }) => hasNoForm || isColleague),
  );
  const open = (kind: Kind) => {
    const path = `/view/${object}/record/${record.id}/standard/${kind.schema.api_name}`;
    openTab(path, words.tab(title, shownName(kind.schema.api_name)));
    void navigate({ to: path });
  };
  return (
    <section aria-labelledby={heading} className="border-b px-4 py-4 last:border-b-0">
      <div className="flex items-center gap-2 pb-1">
        <h2 id={heading} className="min-w-0 flex-1 truncate font-semibold">
          {words.heading}
        </h2>
        {creatable.length > 0 && !isRemoved ? (
          <Menu
            label={words.create}
            trigger={
              <>
                <Plus aria-hidden className="size-3.5" />
                {words.create}
              </>
            }
            triggerClassName="inline-flex h-7 items-center gap-1 rounded-sm px-2 font-medium text-meta text-accent-text hover:bg-n3 aria-expanded:bg-n3"
            sections={[
              {
                items: creatable.map((kind) => ({
                  key: kind.schema.api_name,
                  label: words.createOf(kind.schema.title),
                  onSelect: () => setMaking(kind),
                })),
              },
            ]}
          />
        ) : null}
      </div>
      {error ? (
        <p role="alert" className="flex items-center gap-2 text-n11">
          {words.failed}
          <Button size="small" tone="ghost" onClick={retry}>
            {words.tryAgain}
          </Button>
        </p>
      ) : shown.length > 0 ? (
        <ul>
          {shown.map((kind) => (
            <KindRow
              key={kind.schema.api_name}
              kind={kind}
              id={record.id}
              count={counted ? counts?.[kind.schema.api_name] : undefined}
              onOpen={() => open(kind)}
            />
          ))}
        </ul>
      ) : !counted || counts || kinds.length === 0 ? (
        <p className="text-meta text-n11">{words.none}</p>
      ) : null}
      {making ? (
        <NewRecordDialog
          schema={making.schema}
          named=""
          values={{ [making.field]: namingOf(making, object, record.id, title) }}
          onCreated={(made) => {
            keep(making.schema.api_name, [made]);
            setMaking(undefined);
          }}
          onClose={() => setMaking(undefined)}
        />
      ) : null}
    </section>
  );
}
