import { History } from "lucide-react";
import { createElement, type ReactNode, useEffect, useMemo, useState } from "react";
import { detailOf, type ObjectSchema } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Thread } from "@/components/Thread/Thread";
import { toast } from "@/components/Toaster/toasts";
import { type Loadable, useFeatures } from "@/feature";
import { factsOf } from "@/feature/declared";
import { FetchFailed } from "@/feature/FetchFailed";
import { cn } from "@/lib/cn";
import { dayName, isSameDay, parseTime } from "@/lib/time";
import { useZone } from "@/lib/zone";
import { t } from "@/messages";
import { thread as threadWords } from "@/messages/thread";
import { words } from "../messages";
import type { Item } from "./happened";
import { useTimeline } from "./useTimeline";

interface Placed extends Item {
  /** The day that begins with it. */
  day: string | undefined;
}

/** The items with the days that they begin. */
function placed(items: readonly Item[]): Placed[] {
  let last: Date | undefined;
  return items.map((item) => {
    const date = parseTime(item.at);
    const begins = date && !(last && isSameDay(last, date));
    last = date ?? last;
    return { ...item, day: begins ? dayName(date, threadWords) : undefined };
  });
}

function Day({ name }: { name: string }) {
  return (
    <p className="flex items-center gap-3 px-6 pt-4 pb-2 font-medium text-meta text-n11 max-sm:px-4">
      <span>{name}</span>
      <span aria-hidden className="h-px flex-1 bg-n6" />
    </p>
  );
}

/** How each kind of thing looks is said by the feature that owns it; what none knows is not shown. */
function useLooks(schema: ObjectSchema) {
  const features = useFeatures();
  return useMemo(() => {
    const objects = new Set((schema.happenings ?? []).map((one) => one.object));
    return new Map(
      [...objects].flatMap((object) => {
        const look = factsOf(features, object).find((facts) => facts.Happened)?.Happened;
        return look ? [[object, look] as const] : [];
      }),
    );
  }, [features, schema]);
}

/** True once the code of all looks is there, so that nothing moves when it comes. */
function useLoaded(looks: ReadonlyMap<string, Loadable>): boolean {
  const [isTried, setTried] = useState(false);
  useEffect(() => {
    // One that fails says so where it is shown.
    void Promise.allSettled([...looks.values()].map((look) => look.preload())).then(() => setTried(true));
  }, [looks]);
  return isTried || [...looks.values()].every((look) => look.isLoaded());
}

interface HappenedProps {
  schema: ObjectSchema;
  id: string;
  /** The object whose records are shown alone, undefined for all. */
  only: string | undefined;
}

/** What happened, by day, the newest at the foot. */
function Happened({ schema, id, only }: HappenedProps) {
  const { list, error, retry, loadOlder } = useTimeline(schema, id, only);
  const looks = useLooks(schema);
  const areThere = useLoaded(looks);
  const zone = useZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days depend on the zone
  const items = useMemo(
    () => placed((list?.items ?? []).filter((item) => looks.has(item.object))),
    [list?.items, looks, zone],
  );
  if (!(list && areThere)) {
    return error ? (
      <FetchFailed error={error} onRetry={retry} />
    ) : (
      <div className="min-h-0 flex-1 overflow-hidden">
        <SkeletonRows label={t.frame.loading} />
      </div>
    );
  }
  return (
    <Thread
      label={words.timeline}
      items={items}
      firstNumber={-list.older}
      beginning={words.nothingEarlier}
      isComplete={list.next === undefined}
      onNeedOlder={() => loadOlder().catch((failure: unknown) => void toast.error(detailOf(failure)))}
      emptyState={<PageState icon={<History />} title={words.noActivities} text={words.noActivitiesHint} />}
      render={(item) => {
        const Look = looks.get(item.object);
        return (
          <>
            {item.day ? <Day name={item.day} /> : null}
            {Look ? createElement(Look, { id: item.id, at: item.at }) : null}
          </>
        );
      }}
    />
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What happened with a record, live; one kind of it alone where somebody asks for that. */
export function Timeline({
  schema,
  id,
  composer,
}: {
  schema: ObjectSchema;
  id: string;
  composer: ReactNode;
}) {
  const [only, setOnly] = useState<string>();
  const looks = useLooks(schema);
  const kinds = new Map(
    (schema.happenings ?? [])
      .filter(({ object }) => looks.has(object))
      .map(({ object, kind }) => [object, kind]),
  );
  const choices: [string | undefined, string][] = [
    [undefined, words.allKinds],
    ...[...kinds].map(([object, kind]): [string, string] => [object, `${capitalized(kind)}s`]),
  ];
  return (
    <section aria-label={words.timeline} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      {kinds.size > 1 ? (
        <div
          role="toolbar"
          aria-label={words.kinds}
          className="flex shrink-0 gap-1 overflow-x-auto border-b px-4 py-1.5"
        >
          {choices.map(([object, label]) => (
            <button
              key={label}
              type="button"
              aria-pressed={object === only}
              onClick={() => setOnly(object)}
              className={cn(
                "h-7 shrink-0 rounded-sm px-2 font-medium text-meta",
                object === only ? "bg-accent-soft text-accent-text" : "text-n11 hover:bg-n3",
              )}
            >
              {label}
            </button>
          ))}
        </div>
      ) : null}
      <Happened key={only ?? ""} schema={schema} id={id} only={only} />
      {composer}
    </section>
  );
}
