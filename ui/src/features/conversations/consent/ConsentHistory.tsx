import { MessageSquareOff, MessageSquareText } from "lucide-react";
import { useId } from "react";
import type { WireRecord } from "@/api";
import { Pill } from "@/components/Pill/Pill";
import { Time } from "@/components/Time/Time";
import { phoneOf } from "@/fields/phone/value";
import { compareMoments } from "@/lib/compare";
import { formatPhone } from "@/lib/phone";
import type { ConsentEvent } from "../objects";
import { useConsentEvents } from "./events";
import { words } from "./messages";

const numbersOf = (contact: WireRecord): string[] =>
  [contact.phone, contact.second_phone].flatMap((value) => phoneOf(value).phone_number || []);

const newestFirst = (left: ConsentEvent, right: ConsentEvent) => compareMoments(right.at, left.at);

/** How it was said, and by whom. */
function wayOf(event: ConsentEvent): string {
  const way = words.sources[event.source ?? "admin"];
  return event.by?.name ? words.by(way, event.by.name) : way;
}

function Line({ event, showsNumber }: { event: ConsentEvent; showsNumber: boolean }) {
  const isOut = event.kind === "opt_out";
  const Icon = isOut ? MessageSquareOff : MessageSquareText;
  const tone = isOut ? "danger" : event.kind === "opt_in" ? "success" : "neutral";
  return (
    <li className="flex items-start gap-3 border-b py-2.5 last:border-b-0">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-n10" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Pill tone={tone}>{words.kinds[event.kind ?? "help"]}</Pill>
          <span>{wayOf(event)}</span>
          {showsNumber ? <span className="text-n11 tabular-nums">{formatPhone(event.number)}</span> : null}
        </span>
        {event.evidence ? (
          <span className="mt-1 block text-n11 [overflow-wrap:anywhere]">“{event.evidence}”</span>
        ) : null}
      </span>
      {event.at ? <Time at={event.at} className="shrink-0 text-meta text-n11" /> : null}
    </li>
  );
}

/** What was said about texting a contact's numbers, live and newest first; nothing where nothing was. */
export function ConsentHistory({ record }: { record: WireRecord }) {
  const numbers = numbersOf(record);
  const events = useConsentEvents(numbers);
  const id = useId();
  if (!events || events.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby={id} className="border-t px-5 py-4 max-sm:px-4 xl:px-4">
      <h2 id={id} className="pb-1.5 font-semibold">
        {words.title}
      </h2>
      <ul>
        {[...events].sort(newestFirst).map((event) => (
          <Line key={event.id} event={event} showsNumber={numbers.length > 1} />
        ))}
      </ul>
    </section>
  );
}
