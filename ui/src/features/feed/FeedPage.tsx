import { useNavigate, useSearch } from "@tanstack/react-router";
import { Rss } from "lucide-react";
import { useCallback, useRef } from "react";
import { flushSync } from "react-dom";
import type { FeedFilter } from "@/api/feed";
import { Button } from "@/components/Button/Button";
import { NewChip } from "@/components/NewChip/NewChip";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { dayName, isSameDay, parseTime } from "@/lib/time";
import { watchInside } from "@/lib/watchInside";
import { dayAt, useZone } from "@/lib/zone";
import { t } from "@/messages";
import { thread as threadWords } from "@/messages/thread";
import { router } from "@/realtime/router";
import { schemasAtom, useAtomValue } from "@/store";
import { Entry } from "./Entry";
import { FeedFilterMenu } from "./FeedFilterMenu";
import { words } from "./messages";
import { feedReducers } from "./news";
import { feedSearch } from "./search";
import { type Shown, useFeed } from "./useFeed";

router.register(feedReducers);

interface Day {
  date: Date;
  entries: Shown[];
}

function daysOf(shown: readonly Shown[]): Day[] {
  const days: Day[] = [];
  for (const one of shown) {
    const date = parseTime(one.news.at) ?? new Date(0);
    const last = days.at(-1);
    if (last && isSameDay(last.date, date)) {
      last.entries.push(one);
    } else {
      days.push({ date, entries: [one] });
    }
  }
  return days;
}

/** What changed recently in what one may read, by day, the newest first, live. */
export function FeedPage() {
  useZone();
  const filter = feedSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const onFilter = (search: FeedFilter) => void navigate({ to: ".", search: search as never, replace: true });
  const isFiltered = filter.object !== undefined || filter.own === true;
  const { shown, waiting, ask, hold, query, objects } = useFeed(filter);
  const schemas = useAtomValue(schemasAtom);
  const box = useRef<HTMLDivElement>(null);
  const watch = useCallback((list: HTMLDivElement) => watchInside(list, hold), [hold]);
  const showNew = () => {
    flushSync(ask);
    // The chip is gone; the focus stands on what it brought.
    box.current?.scrollTo({ top: 0 });
    box.current?.querySelector<HTMLElement>("li a")?.focus();
  };
  const content = () => {
    if (!shown) {
      return query.error ? (
        <FetchFailed title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows label={t.frame.loading} />
      );
    }
    if (shown.length === 0 && !query.hasNextPage) {
      return isFiltered ? (
        <PageState
          icon={<Rss />}
          title={words.none}
          text={words.noneHint}
          action={<Button onClick={() => onFilter({})}>{words.reset}</Button>}
        />
      ) : (
        <PageState icon={<Rss />} title={words.empty} text={words.emptyHint} />
      );
    }
    return (
      <div ref={watch} className="flex flex-col gap-4">
        {daysOf(shown).map(({ date, entries }) => (
          <section key={dayAt(date)} aria-label={dayName(date, threadWords)}>
            <h2 className="pb-2 font-medium text-meta text-n11">{dayName(date, threadWords)}</h2>
            <ul className="rounded-lg border bg-surface shadow-small">
              {entries.map((one) => (
                <Entry key={one.news.number} {...one} />
              ))}
            </ul>
          </section>
        ))}
        {query.isFetchNextPageError ? (
          <FetchFailed error={query.error} onRetry={() => void query.fetchNextPage()} />
        ) : query.hasNextPage ? (
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.earlier}
          </Button>
        ) : null}
      </div>
    );
  };
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={<FeedFilterMenu filter={filter} onFilter={onFilter} objects={objects} schemas={schemas} />}
      />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <NewChip count={waiting} onShow={showNew} />
        <div
          ref={box}
          onScroll={(event) => hold("scroll", event.currentTarget.scrollTop > 0)}
          className="min-h-0 flex-1 overflow-y-auto bg-n2"
        >
          <div className="mx-auto flex max-w-4xl flex-col gap-4 px-5 py-6 max-sm:px-4">{content()}</div>
        </div>
      </div>
    </>
  );
}
