import { CalendarDays, Mail } from "lucide-react";
import { MessageText } from "@/components/Bubble/MessageText";
import { Cut } from "@/components/Cut/Cut";
import { CutName } from "@/components/Cut/CutName";
import { Happening } from "@/components/Happening/Happening";
import { useChoiceLabel } from "@/fields/enum/useChoiceLabel";
import { referenceOf } from "@/fields/lookup/value";
import { t } from "@/messages";
import { useRecord } from "@/store";

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

function Said({ text, most }: { text: string | undefined; most: number }) {
  return text ? (
    <Cut text={text} most={most} className="text-n11">
      {(shown) => <MessageText text={shown} />}
    </Cut>
  ) : null;
}

/** The addresses of a list, as a line. */
const addressesOf = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length > 0 ? value.join(", ") : undefined;

/** An event, as a timeline shows it. */
export function HappenedEvent({ id, at }: { id: string; at: string }) {
  const event = useRecord("event", id);
  const status = useChoiceLabel("event", "status", event?.status);
  return event ? (
    <Happening
      icon={<CalendarDays />}
      tone="accent"
      title={<CutName name={event.name || t.records.noValue} />}
      facts={[status, referenceOf(event.owner)?.name]}
      at={at}
      to={`/view/event/record/${id}/standard`}
    >
      <Said text={textOf(event.notes)} most={100} />
    </Happening>
  ) : null;
}

/** An e-mail, as a timeline shows it. */
export function HappenedEmail({ id, at }: { id: string; at: string }) {
  const email = useRecord("email", id);
  return email ? (
    <Happening
      icon={<Mail />}
      tone="accent"
      title={<CutName name={textOf(email.subject) ?? t.records.noValue} />}
      facts={[[textOf(email.from), addressesOf(email.to)].filter(Boolean).join(" → ")]}
      at={at}
      to={`/view/email/record/${id}/standard`}
    >
      <Said text={textOf(email.text_content)} most={30} />
    </Happening>
  ) : null;
}
