import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { SearchField } from "@/lib/search";
import { remember } from "@/lib/storage";
import { t } from "@/messages";
import { nameFieldOf } from "@/store";
import { useListPage } from "../list/useListPage";
import { parseSort } from "../live/sorting";
import { words } from "./messages";
import { few, rowsKey } from "./rows";
import { SectionLine } from "./SectionLine";
import { StandingRows } from "./Standing";
import type { Section } from "./sections";
import { useHeldRows } from "./useHeldRows";
import type { Sectioned } from "./useSections";

/** More than are shown, so that one that goes makes room for the next without a reading. */
const held = 10;
const nothing: readonly SearchField[] = [];
const rowClass = "flex h-7 items-center pl-8.5 text-meta text-n10";

/** The latest first, as far as one may see by what: as the feature says, as the object's lists, by the last change. */
function sortOf({ order, schema }: Sectioned) {
  const own = schema.order;
  const wishes = [order, own?.startsWith("-") ? own : undefined, "-modified_date", own];
  const sorts = wishes.flatMap((wish) => (wish ? parseSort(wish) : []));
  return sorts.find(({ field }) => schema.properties[field]?.sort) ?? parseSort("-id");
}

function useTitle({ title, schema }: Sectioned) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<NonNullable<typeof title>>>>();
  useEffect(() => {
    // Where that fails, they are called by their names.
    title?.().then(
      (fn) => setLoaded(() => fn),
      () => undefined,
    );
  }, [title]);
  return { title: loaded, nameField: nameFieldOf(schema) };
}

interface SectionBodyProps {
  section: Section;
  about: Sectioned;
  /** Somebody is about to press something here: what is new waits. */
  isHeld: boolean;
}

/** The latest records of a section's object that one may see; live. */
export function SectionBody({ section, about, isHeld }: SectionBodyProps) {
  const { schema, only, home, path } = about;
  const sort = useMemo(() => sortOf(about), [about]);
  const naming = useTitle(about);
  const { list, error, showNew, canShow, reload } = useListPage({
    object: schema.api_name,
    page: 1,
    sort,
    search: "",
    fields: nothing,
    only,
    size: held,
  });
  const { ids, waiting, ask } = useHeldRows(
    (list?.ids ?? []).slice(0, few),
    (id) => list?.ids.includes(id) ?? false,
    isHeld,
  );

  const behind = list ? list.fresh.length + list.changed.length : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that waits
  useEffect(() => {
    if (behind > 0 && canShow) {
      showNew();
    }
  }, [behind, canShow]);

  const isMore = home !== undefined && (list?.total ?? 0) > ids.length;
  const rows = Math.max(1, ids.length) + Number(isMore);
  useEffect(() => {
    if (list) {
      remember(rowsKey(section.id), String(rows));
    }
  }, [list, rows, section.id]);

  if (!list && !error) {
    return (
      <div role="status" aria-label={words.loading(section.name)}>
        <StandingRows section={section.id} />
      </div>
    );
  }
  const unseen = waiting + (canShow ? 0 : behind);
  return (
    <>
      {unseen > 0 ? (
        <button
          type="button"
          onClick={() => {
            ask();
            if (!canShow) {
              showNew();
            }
          }}
          className="absolute top-1 right-8 h-6 animate-fade rounded-full border border-accent-line bg-raised px-2 font-medium text-accent-text text-meta shadow-small hover:bg-accent-soft"
        >
          {words.newRows(unseen)}
        </button>
      ) : null}
      {ids.length > 0 ? (
        <ul aria-label={section.name}>
          {ids.map((id) => (
            <SectionLine
              key={id}
              object={schema.api_name}
              id={id}
              path={path(id)}
              naming={naming}
              isLeaving={list?.leaving.includes(id) ?? false}
              changed={list?.tints[id]}
            />
          ))}
        </ul>
      ) : null}
      {list && ids.length === 0 ? (
        <p className={rowClass}>{only ? words.nothingNow : words.nothing}</p>
      ) : null}
      {!list && error ? (
        <p role="alert" className={rowClass}>
          {words.notRead}
          <button type="button" onClick={reload} className="ml-1.5 rounded text-accent-text hover:underline">
            {t.frame.retry}
          </button>
        </p>
      ) : null}
      {list && isMore ? (
        <Link to={home} className={`${rowClass} rounded hover:bg-n4 hover:text-n12`} activeProps={{}}>
          {words.showAll}
        </Link>
      ) : null}
    </>
  );
}
