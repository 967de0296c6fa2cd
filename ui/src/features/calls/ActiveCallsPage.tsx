import { CircleAlert, CloudOff, PhoneCall } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { t } from "@/messages";
import { topics, useTopic } from "@/realtime";
import { connectionAtom, identityAtom, useAtomValue } from "@/store";
import { CallCard } from "./CallCard";
import { CallStarter } from "./CallStarter";
import { useOwnCall } from "./hooks";
import { activeLimit, allCalls, countAtom, useActiveCalls } from "./liveCalls";
import { MissedCalls } from "./MissedCalls";
import { words } from "./messages";
import type { CallRecord } from "./objects";
import { holdsLine, mayTake } from "./rules";

function CardSkeleton() {
  return (
    <div role="status" aria-label={t.frame.loading} className="rounded-lg border bg-surface">
      <div className="flex items-center gap-3 border-b px-4 py-3">
        <Skeleton className="size-8 rounded-full" />
        <Skeleton className="h-3.5 w-40" />
      </div>
      <div className="grid grid-cols-4 gap-4 px-4 py-3 max-md:grid-cols-2">
        {["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
          <Skeleton key={key} className="h-8" />
        ))}
      </div>
    </div>
  );
}

function Nothing({ text, hint }: { text: string; hint?: string }) {
  return (
    <div className="flex items-center gap-3 rounded-lg border border-n7 border-dashed px-4 py-5 text-n11">
      <PhoneCall aria-hidden className="size-5 text-n9" />
      <p>
        <span className="text-n12">{text}</span>
        {hint ? <span className="block text-meta">{hint}</span> : null}
      </p>
    </div>
  );
}

function AllCalls({ calls, marked }: { calls: CallRecord[]; marked: string | undefined }) {
  const identity = useAtomValue(identityAtom);
  const me = identity?.userId ?? "";
  const count = useAtomValue(countAtom);
  const isSupervisor = identity?.system.includes("supervise_calls") === true;
  if (calls.length === 0) {
    return <Nothing text={words.noneAll} hint={words.emptyHint} />;
  }
  return (
    <>
      {calls.map((call) => (
        <CallCard
          key={call.id}
          call={call}
          canAccept={mayTake(call, me, isSupervisor)}
          isOwn={holdsLine(call, me)}
          isMarked={call.id === marked}
        />
      ))}
      {count > activeLimit ? (
        <p className="text-meta text-n11">{words.listCut(calls.length, count)}</p>
      ) : null}
    </>
  );
}

/** My call and everybody's, live. */
export function ActiveCallsPage({ marked }: { marked?: string | undefined }) {
  const state = useTopic(allCalls);
  const calls = useActiveCalls();
  const own = useOwnCall();
  const isLoading = calls === undefined && state.phase !== "failed";
  const isAway = useAtomValue(connectionAtom) === "reconnecting";
  if (isAway && !own && !calls?.length) {
    // What rings meanwhile is not heard of, so that nothing does is not claimed.
    return (
      <>
        <PageHeader title={words.title} />
        <PageState role="alert" icon={<CloudOff />} title={t.frame.away} text={t.frame.notLoaded.awayText} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={words.title} actions={<CallStarter label={words.newCall} />} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto flex max-w-4xl flex-col gap-7 px-5 py-6 max-sm:px-4">
          <section aria-label={words.mine} className="flex flex-col gap-2.5">
            <h2 className="font-semibold">{words.mine}</h2>
            {isLoading ? (
              <CardSkeleton />
            ) : own ? (
              <CallCard call={own} canAccept={false} isOwn />
            ) : (
              <Nothing text={words.noneMine} />
            )}
          </section>
          {/* Where it stands is known when those above it are. */}
          {isLoading ? null : (
            <>
              <section aria-label={words.all} className="flex flex-col gap-2.5">
                <h2 className="font-semibold">{words.all}</h2>
                {calls ? (
                  <AllCalls calls={calls} marked={marked} />
                ) : (
                  <PageState
                    role="alert"
                    icon={<CircleAlert />}
                    title={state.problem ?? ""}
                    action={<Button onClick={() => topics.again(allCalls)}>{t.frame.retry}</Button>}
                  />
                )}
              </section>
              <MissedCalls />
            </>
          )}
        </div>
      </div>
    </>
  );
}
