import { useQuery } from "@tanstack/react-query";
import { type Filter, listRecords, type WireRecord } from "@/api";
import { compareMoments } from "@/lib/compare";
import { useTopic } from "@/realtime";
import { lists, useAtomValue, useRecord, useRecords } from "@/store";
import { outgoing, takeLive } from "@/thread";
import { PendingBubble } from "@/thread/PendingBubble";
import { useOwnDraft } from "@/thread/useOwnDraft";
import { sendText } from "./actions";
import { FirstText } from "./begin/FirstText";
import { words } from "./messages";
import { type ConversationRecord, object } from "./objects";
import { listWith, threadName } from "./reducers";
import { TextBox } from "./TextBox";

const none: readonly string[] = [];

const newestFirst = (left: ConversationRecord, right: ConversationRecord) =>
  compareMoments(right.last_message_at, left.last_message_at);

/** The conversation with a contact in which something was said last; null if there is none yet. */
function useConversationWith(contact: string): string | null | undefined {
  const list = listWith(contact);
  useTopic(`object:${object}`);
  useQuery({
    queryKey: ["conversations with", contact],
    queryFn: async ({ signal }) => {
      const filter: Filter[] = [{ field: "contacts", operator: "=", value: contact }];
      const { rows } = await listRecords<ConversationRecord>(
        object,
        { limit: 1, order: "-last_message_at", filter },
        signal,
      );
      return takeLive(object, list, rows);
    },
  });
  const ids = useAtomValue(lists.atomOf(list));
  const conversations = useRecords<ConversationRecord>(object, ids ?? none);
  return ids && ([...conversations].sort(newestFirst)[0]?.id ?? null);
}

function Pending({ name }: { name: string }) {
  const pending = useAtomValue(outgoing.atomOf(name));
  return pending.map((message) => (
    <PendingBubble
      key={message.clientId}
      thread={name}
      message={message}
      failText={message.isRule ? "" : words.sendFailed}
    />
  ));
}

function Writing({ id }: { id: string }) {
  const name = threadName(id);
  const draft = useOwnDraft(name);
  const conversation = useRecord<ConversationRecord>(object, id);
  return (
    <>
      <Pending name={name} />
      <TextBox
        id={id}
        conversation={conversation}
        draft={draft}
        takesFocus={false}
        onSend={(body, files) => void sendText(id, body, files)}
      />
    </>
  );
}

/** Writes a text to a contact, in the conversation that there is with him or that begins with it. */
export function TextComposer({ record }: { object: string; record: WireRecord }) {
  const id = useConversationWith(record.id);
  if (id === undefined) {
    return <div className="h-20" />;
  }
  return id === null ? <FirstText record={record} /> : <Writing key={id} id={id} />;
}
