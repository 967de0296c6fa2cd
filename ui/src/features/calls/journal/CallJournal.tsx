import { History } from "lucide-react";
import { type KeyboardEvent, useMemo } from "react";
import type { WireRecord } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { cn } from "@/lib/cn";
import { useServerNow } from "@/lib/useNow";
import { callerName } from "../callerName";
import { isLive } from "../liveCalls";
import { isMissed } from "../missed";
import type { CallRecord } from "../objects";
import { CallRecordings } from "../recordings/CallRecordings";
import { Controls } from "./Controls";
import { Events } from "./Events";
import { customer, type Journal, offsetOf, type Step, shapeOf, standingAt } from "./journal";
import { Lanes, looks } from "./Lanes";
import { words } from "./messages";
import { sentenceOf } from "./sentences";
import { useJournal } from "./useJournal";
import { useReplay } from "./useReplay";

/** What the bars of the plot mean. */
function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-n11">
      {(["ringing", "waiting", "talking", "holding", "held"] as const).map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <span aria-hidden className={cn("h-2.5 w-4 rounded-xs", looks[state])} />
          {words.states[state]}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="flex h-2.5 w-4 items-center rounded-xs bg-accent px-0.5">
          <span className="h-1 w-full rounded-full bg-on-accent/85" />
        </span>
        {words.spoke}
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="h-0.5 w-4 bg-info" />
        {words.quality}
      </li>
    </ul>
  );
}

/** The keys by which one steps, wherever in the journal one is; what takes them itself keeps them. */
const stepOf: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

function Shown({ journal, call }: { journal: Journal; call: CallRecord }) {
  const isUp = isLive(call);
  const now = useServerNow(isUp);
  const shape = useMemo(() => shapeOf(journal.steps, now), [journal.steps, now]);
  const replay = useReplay(shape);
  const { index, position, go } = replay;
  const step = shape.told[index];
  const standing = useMemo(() => standingAt(journal.steps, step), [journal.steps, step]);
  const caller = callerName(call);
  const names = useMemo(() => new Map(journal.people.map(({ id, name }) => [id, name])), [journal.people]);
  const name = (who: string | undefined) =>
    who === undefined || who === customer ? caller : (names.get(who) ?? words.somebody);
  const said = (one: Step) =>
    one.kind === "ended" && isMissed(call) ? words.missedCall : sentenceOf(one, name);
  const last = shape.told.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf[event.key];
    if (
      next &&
      !(event.target instanceof HTMLInputElement) &&
      !event.altKey &&
      !event.ctrlKey &&
      !event.metaKey
    ) {
      event.preventDefault();
      go(next(index, last));
    }
  };
  const goTo = (moment: number) => {
    const later = shape.told.findIndex((one) => offsetOf(one, shape.began) > moment);
    go(later < 0 ? last : later - 1);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <div className="flex flex-col gap-5" onKeyDown={onKeyDown}>
      <section aria-label={words.plot} className="flex flex-col gap-4">
        <Lanes shape={shape} standing={standing} position={position} name={name} onGo={goTo} />
        {shape.rung.length > 0 ? (
          <p className="text-meta text-n11">{words.alsoRang(shape.rung.map(name))}</p>
        ) : null}
        <Legend />
      </section>
      <Controls replay={replay} shape={shape} sentence={step ? said(step) : ""} />
      <Events shape={shape} index={index} isFollowed={index < last || isUp} sentence={said} onGo={go} />
      {journal.more ? <p className="text-meta text-n11">{words.more}</p> : null}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={words.loading} className="flex flex-col gap-3">
      {["w-full", "w-4/5", "w-2/3"].map((width) => (
        <Skeleton key={width} className={cn("h-5", width)} />
      ))}
    </div>
  );
}

/** On the page of a call: what happened on it, to look at, to step through, and live while it lasts. */
export function CallJournal({ record }: { record: WireRecord }) {
  const last = Number(record.journal ?? 0);
  const { data, error, refetch } = useJournal(record.id, last);
  if (!("journal" in record)) {
    return null; // it is not this person's to read
  }
  let content = <Loading />;
  if (last === 0) {
    content = <PageState className="min-h-32" icon={<History />} title={words.none} text={words.noneText} />;
  } else if (data) {
    content = <Shown journal={data} call={record as CallRecord} />;
  } else if (error) {
    content = <FetchFailed title={words.loadError} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <section
      aria-label={words.title}
      className="@container mx-auto flex w-full max-w-240 flex-col gap-6 px-6 py-5 max-sm:px-4"
    >
      {content}
      <CallRecordings call={record.id} />
    </section>
  );
}
