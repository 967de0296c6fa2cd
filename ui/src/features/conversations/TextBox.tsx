import { useMemo } from "react";
import type { WireRecord } from "@/api";
import { Composer } from "@/components/Composer/Composer";
import { useStanding, useTopics } from "@/realtime";
import { useRecords } from "@/store";
import { useMaxLength } from "@/thread/useMaxLength";
import { useSendKey } from "@/thread/useSendKey";
import { useConsentEvents } from "./consent/events";
import { isBlocked, isStopped } from "./consent/rules";
import { words } from "./messages";
import { type ConversationRecord, messages } from "./objects";
import { segmentsOf } from "./segments";

interface TextBoxProps {
  id: string;
  conversation: ConversationRecord | undefined;
  draft: string;
  takesFocus: boolean;
  onSend: (body: string) => void;
}

/** Where one writes a text; closed where somebody in the conversation may not be texted. */
export function TextBox({ id, conversation, draft, takesFocus, onSend }: TextBoxProps) {
  const contactIds = useMemo(
    () => (conversation?.contacts ?? []).map((contact) => contact.id),
    [conversation?.contacts],
  );
  useTopics(contactIds.map((contact) => `record:contact:${contact}`));
  const contacts = useRecords<WireRecord>("contact", contactIds);
  const said = useConsentEvents(conversation?.contact_phones ?? []);
  const standing = useStanding(...(conversation?.contact_phones ?? []));
  const isClosed = isBlocked(contacts) || isStopped(said ?? [], id) || standing.isOptedOut;
  const maxLength = useMaxLength(messages);
  return (
    <Composer
      takesFocus={takesFocus}
      draft={draft}
      label={words.composer}
      placeholder={words.placeholder}
      sendLabel={words.send}
      sendKey={useSendKey("sms")}
      emptyText={words.emptyText}
      maxLength={maxLength}
      {...(maxLength
        ? { measure: (text) => words.measure([...text].length, maxLength, segmentsOf(text)) }
        : {})}
      blocked={standing.isBarred ? words.barred : isClosed ? words.optedOut : undefined}
      onSend={onSend}
    />
  );
}
