import { CircleAlert, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Block } from "@/components/Block/Block";
import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { useNow } from "@/lib/useNow";
import { t } from "@/messages";
import { topics, useTopic } from "@/realtime";
import { router } from "@/realtime/router";
import { useAtomValue } from "@/store";
import { bytes, type NodeState, ratesKept, roomsOf, summedRates, totalsOf } from "./figures";
import { words } from "./messages";
import { NodeTable } from "./NodeTable";
import { RoomTable } from "./RoomTable";
import { administrationReducers } from "./reducers";
import { Sparkline } from "./Sparkline";
import { nodesAtom } from "./state";

const topic = "nodes";

// Nobody else holds the topic, so that it is soon enough here.
router.register(administrationReducers);

function Figure({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-lg border bg-surface px-4 py-3 shadow-small">
      <dt className="text-meta text-n11">{label}</dt>
      <dd className="flex items-center gap-4">
        <span className="font-semibold text-xl tabular-nums">{value}</span>
        {children}
      </dd>
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t.frame.loading} className="flex flex-col gap-7">
      <div className="grid grid-cols-4 gap-4 max-md:grid-cols-2">
        {["nodes", "sockets", "queued", "rate"].map((key) => (
          <Skeleton key={key} className="h-18" />
        ))}
      </div>
      <Skeleton className="h-36" />
      <Skeleton className="h-48" />
    </div>
  );
}

function Overview({ nodes }: { nodes: readonly NodeState[] }) {
  const now = useNow();
  const totals = totalsOf(nodes);
  const rates = summedRates(nodes);
  const rooms = roomsOf(nodes);
  const rate = Math.round(totals.rate).toLocaleString();
  return (
    <>
      <dl className="grid grid-cols-4 gap-4 max-md:grid-cols-2">
        <Figure label={words.nodes} value={totals.nodes.toLocaleString()} />
        <Figure label={words.sockets} value={totals.sockets.toLocaleString()} />
        <Figure label={words.queued} value={bytes(totals.queuedBytes)} />
        <Figure label={words.rate} value={rate}>
          <Sparkline
            values={rates}
            capacity={ratesKept}
            label={words.course(rate)}
            className="h-7 min-w-0 flex-1"
          />
        </Figure>
      </dl>
      <Block title={words.nodes}>
        <NodeTable nodes={nodes} now={now} />
      </Block>
      <Block title={words.rooms}>
        {rooms.length > 0 ? (
          <RoomTable rooms={rooms} />
        ) : (
          <p className="rounded-lg border border-n7 border-dashed px-4 py-5 text-n11">{words.noRooms}</p>
        )}
      </Block>
    </>
  );
}

/** Who is connected to what, live: every node tells its figures once a second while somebody looks. */
export function RealtimePage() {
  const state = useTopic(topic);
  const nodes = useAtomValue(nodesAtom);
  return (
    <>
      <PageHeader title={words.realtime} lead={words.realtimeLead} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto flex max-w-5xl flex-col gap-7 px-5 py-6 max-sm:px-4">
          {state.phase === "failed" ? (
            <PageState
              role="alert"
              icon={state.code === "forbidden" ? <Lock /> : <CircleAlert />}
              title={state.problem ?? ""}
              action={
                state.code === "forbidden" ? null : (
                  <Button onClick={() => topics.again(topic)}>{t.frame.retry}</Button>
                )
              }
            />
          ) : nodes ? (
            <Overview nodes={nodes} />
          ) : (
            <Loading />
          )}
        </div>
      </div>
    </>
  );
}
