import { useQuery } from "@tanstack/react-query";
import { ArrowRight, PhoneForwarded } from "lucide-react";
import { listRecords, type WireRecord } from "@/api";
import { Empty } from "@/fields/Empty";
import { clockTime, exactTime, parseTime } from "@/lib/time";
import { useZone } from "@/lib/zone";
import { colleaguesAtom, keep, useAtomValue, useRecords } from "@/store";
import { type Handover, handoversOf, handoverWords } from "./handovers";
import type { CallRecord } from "./objects";

/** Names users by their ids: colleagues as they are known here, and those who have left as the server has them. */
function useNames(handovers: readonly Handover[]): (id: string) => string {
  const colleagues = useAtomValue(colleaguesAtom);
  const known = new Map(colleagues?.map(({ id, name }) => [id, name]));
  const missing = colleagues
    ? [...new Set(handovers.flatMap(({ from, to }) => [from, to]))].filter((id) => !known.has(id)).sort()
    : [];
  useQuery({
    queryKey: ["names of users", ...missing],
    enabled: missing.length > 0,
    queryFn: async ({ signal }) => {
      const filter = [{ field: "id", operator: "IN", value: missing } as const];
      const { rows } = await listRecords("user", { limit: missing.length, filter }, signal);
      keep("user", rows);
      return rows.length;
    },
  });
  const others = useRecords("user", missing);
  for (const user of others) {
    known.set(user.id, user.name ?? "");
  }
  return (id) => known.get(id) || handoverWords.somebody;
}

function Line({ handover, name }: { handover: Handover; name: (id: string) => string }) {
  useZone();
  const at = parseTime(handover.at);
  return (
    <li className="flex min-w-0 items-center gap-1.5 text-meta text-n11">
      <PhoneForwarded aria-hidden className="size-3.5 shrink-0" />
      <bdi className="truncate">{name(handover.from)}</bdi>
      <ArrowRight aria-label={handoverWords.handedTo} role="img" className="size-3 shrink-0" />
      <bdi className="truncate">{name(handover.to)}</bdi>
      {at ? (
        <time dateTime={handover.at} title={exactTime(at)} className="shrink-0 tabular-nums">
          {clockTime(at)}
        </time>
      ) : null}
    </li>
  );
}

/** Each hand-over of a call: from, to and when; nothing where there was none. */
export function Handovers({ call, className }: { call: Pick<CallRecord, "transfers">; className?: string }) {
  const handovers = handoversOf(call.transfers);
  const name = useNames(handovers);
  return handovers.length === 0 ? null : (
    <ul aria-label={handoverWords.handovers} className={className}>
      {handovers.map((one) => (
        <Line key={`${one.at} ${one.to}`} handover={one} name={name} />
      ))}
    </ul>
  );
}

/** The same below the head of a call's page. */
export const HandoverBar = ({ record }: { record: WireRecord }) => (
  <Handovers
    call={record as CallRecord}
    className="flex shrink-0 flex-wrap gap-x-6 gap-y-1 border-b px-6 py-2.5 max-sm:px-4"
  />
);

const firstName = (name: string) => name.split(" ")[0] ?? name;

/** The same in one line and by first names, for the call log. */
export function HandoverCell({ record }: { record: WireRecord }) {
  useZone();
  const handovers = handoversOf(record.transfers as CallRecord["transfers"]);
  const name = useNames(handovers);
  const inWords = ({ from, to, at }: Handover) => {
    const date = parseTime(at);
    return handoverWords.handover(firstName(name(from)), firstName(name(to)), date ? clockTime(date) : "");
  };
  return handovers.length === 0 ? (
    <Empty />
  ) : (
    <span data-tip-cut className="truncate">
      {handovers.map(inWords).join("; ")}
    </span>
  );
}

/** A change of them, in a history: those that there are since. */
export const HandoversTold = ({ after }: { after: unknown }) => (
  <Handovers
    call={{ transfers: after as CallRecord["transfers"] }}
    className="flex flex-wrap gap-x-6 gap-y-1"
  />
);
