import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { listRecords, type WireRecord } from "@/api";
import { keep, useAtomValue, useRecord } from "@/store";
import { outgoing } from "@/thread";
import { PendingBubble } from "@/thread/PendingBubble";
import { useOwnDraft } from "@/thread/useOwnDraft";
import { sendText } from "./actions";
import { words } from "./messages";
import { type ConversationRecord, object } from "./objects";
import { threadName, unread } from "./reducers";
import { TextBox } from "./TextBox";

/** The conversation with a contact in which something was said last; null where there is none. */
function useConversationWith(contact: string): string | null | undefined {
  const { data, refetch } = useQuery({
    queryKey: ["conversation with", contact],
    queryFn: async ({ signal }) => {
      const { rows } = await listRecords<ConversationRecord>(
        object,
        {
          limit: 1,
          order: "-last_message_at",
          filter: [{ field: "contacts", operator: "=", value: contact }],
        },
        signal,
      );
      keep(object, rows);
      return rows[0]?.id ?? null;
    },
  });
  // A conversation begins with what comes in: something unread that was not there before.
  const counts = useAtomValue(unread.counts);
  const isNone = data === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is unread may be the first text
  useEffect(() => {
    if (isNone) {
      void refetch();
    }
  }, [isNone, counts, refetch]);
  return data;
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
        onSend={(body) => void sendText(id, body)}
      />
    </>
  );
}

/** Writes a text to a contact, in the conversation that there is with him. */
export function TextComposer({ record }: { object: string; record: WireRecord }) {
  const id = useConversationWith(record.id);
  if (id === undefined) {
    return <div className="h-20" />;
  }
  return id === null ? (
    <p className="px-5 pt-1 pb-5 text-center text-n11">{words.noConversationYet}</p>
  ) : (
    <Writing key={id} id={id} />
  );
}
