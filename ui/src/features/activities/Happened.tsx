import { CalendarDays, Mail } from "lucide-react";
import { MessageText } from "@/components/Bubble/MessageText";
import { Happening } from "@/components/Happening/Happening";
import { useChoiceLabel } from "@/fields/enum/useChoiceLabel";
import { referenceOf } from "@/fields/lookup/value";
import { t } from "@/messages";
import { useRecord } from "@/store";

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

function Said({ text }: { text: string | undefined }) {
  return text ? (
    <p dir="auto" className="mt-0.5 line-clamp-4 whitespace-pre-wrap text-n11 [overflow-wrap:anywhere]">
      <MessageText text={text} />
    </p>
  ) : null;
}

/** An event, as a timeline shows it. */
export function HappenedEvent({ id, at }: { id: string; at: string }) {
  const event = useRecord("event", id);
  const status = useChoiceLabel("event", "status", event?.status);
  return event ? (
    <Happening
      icon={<CalendarDays />}
      tone="accent"
      title={event.name || t.records.noValue}
      facts={[status, referenceOf(event.owner)?.name]}
      at={at}
      to={`/view/event/record/${id}/standard`}
    >
      <Said text={textOf(event.notes)} />
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
      title={textOf(email.subject) ?? t.records.noValue}
      facts={[textOf(email.from)]}
      at={at}
      to={`/view/email/record/${id}/standard`}
    >
      <Said text={textOf(email.text_content)} />
    </Happening>
  ) : null;
}
