import { Link } from "@tanstack/react-router";
import type { ObjectSchema } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { RecordSlot, useFacts, useRecordParts } from "@/feature";
import { fieldsOf, fieldType } from "@/fields";
import { formatPhone } from "@/lib/phone";
import { useTopic } from "@/realtime";
import { identityAtom, rightsFor, useAtomValue, useRecord, useSchema } from "@/store";
import { ConsentHistory } from "./consent/ConsentHistory";
import { words } from "./messages";
import type { ConversationRecord } from "./objects";
import { object } from "./objects";
import { threadName } from "./reducers";

const contact = "contact";
/** What one wants to know of somebody while writing to him; what is empty is left out. */
const wanted = ["company", "phone", "second_phone", "email", "address", "owner", "sms_opt_in"];

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== "" && value !== false;

function Facts({ schema, record }: { schema: ObjectSchema; record: Record<string, unknown> }) {
  const fields = fieldsOf(schema)
    .filter(({ name }) => wanted.includes(name) && isFilled(record[name]))
    .sort((left, right) => wanted.indexOf(left.name) - wanted.indexOf(right.name));
  return (
    <dl className="flex flex-col px-5 py-3">
      {fields.map((field) => {
        const { View } = fieldType(field.kind);
        return (
          <div key={field.name} className="flex min-h-7 items-baseline gap-2 py-1">
            <dt className="w-24 shrink-0 text-meta text-n10">{field.title}</dt>
            <dd className="min-w-0 flex-1 wrap-anywhere">
              <View field={field} value={record[field.name]} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** One contact of the conversation: who it is, how else to be reached, and whether he may be texted. */
function Customer({ id }: { id: string }) {
  const topic = useTopic(`record:${contact}:${id}`);
  const record = useRecord(contact, id);
  const facts = useFacts(contact);
  const hasParts = useRecordParts(facts);
  const schema = useSchema(contact);
  if (topic.phase === "failed" && !record) {
    return <p className="px-5 py-4 text-n11">{words.customerHidden}</p>;
  }
  if (!(record && schema && hasParts)) {
    return (
      <div className="flex flex-col items-center gap-3 px-5 py-6">
        <Skeleton className="size-11 rounded-full" />
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-3 w-44" />
      </div>
    );
  }
  return (
    <section className="border-b last:border-b-0">
      <div className="flex flex-col items-center gap-2 px-5 pt-6 pb-2 text-center">
        <Avatar name={record.name ?? ""} size="large" />
        <Link
          to="/view/$object/record/$id/standard"
          params={{ object: contact, id }}
          className="max-w-full truncate font-semibold text-lg hover:underline"
        >
          <bdi>{record.name}</bdi>
        </Link>
        <div className="flex flex-wrap justify-center gap-1.5">
          <RecordSlot facts={facts} place="Action" record={record} />
        </div>
      </div>
      <Facts schema={schema} record={record} />
      <ConsentHistory record={record} />
    </section>
  );
}

/** A number that is nobody's contact yet. */
function Stranger({ conversation }: { conversation: ConversationRecord }) {
  const mayAdd = rightsFor(useAtomValue(identityAtom), contact).create;
  return (
    <div className="flex flex-col items-center gap-2 px-5 py-6 text-center">
      <p className="font-semibold text-lg">
        {(conversation.contact_phones ?? []).map(formatPhone).join(", ")}
      </p>
      <p className="text-n11">{words.unknownCustomer}</p>
      {mayAdd ? (
        <Link
          to="/view/$object/new"
          params={{ object: contact }}
          search={{ phone: conversation.contact_phones?.[0] }}
          className="font-medium text-accent-text underline-offset-2 hover:underline"
        >
          {words.addContact}
        </Link>
      ) : null}
    </div>
  );
}

/** The panel of a conversation: who it is with. */
export function CustomerPanel({ conversationId }: { conversationId: string }) {
  const conversation = useRecord<ConversationRecord>(object, conversationId);
  const contacts = conversation?.contacts ?? [];
  const { phase } = useTopic(threadName(conversationId));
  if (phase === "failed" && !conversation) {
    return null; // the page says why there is nothing
  }
  return (
    <aside aria-label={words.customer} className="w-[300px] shrink-0 overflow-y-auto border-l bg-surface">
      {conversation && contacts.length === 0 ? <Stranger conversation={conversation} /> : null}
      {contacts.map(({ id }) => (
        <Customer key={id} id={id} />
      ))}
    </aside>
  );
}
