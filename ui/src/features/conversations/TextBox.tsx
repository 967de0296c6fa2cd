import { useMemo } from "react";
import type { WireRecord } from "@/api";
import { Composer } from "@/components/Composer/Composer";
import { useStanding, useTopics } from "@/realtime";
import { identityAtom, rightsFor, useAtomValue, useRecords } from "@/store";
import type { UnsentFile } from "@/thread";
import { useMaxLength } from "@/thread/useMaxLength";
import { useSendKey } from "@/thread/useSendKey";
import { AttachButton } from "./compose/AttachButton";
import { AttachmentTray } from "./compose/AttachmentTray";
import { relate, useAttachments } from "./compose/attachments";
import { DropHere } from "./compose/DropHere";
import { words as composeWords } from "./compose/messages";
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
  onSend: (body: string, files: readonly UnsentFile[]) => void;
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
  const attachments = useAttachments();
  const { list } = attachments;
  const rights = useAtomValue(identityAtom);
  const mayAttach = rightsFor(rights, "file").create;
  const blocked = standing.isBarred ? words.barred : isClosed ? words.optedOut : undefined;
  const add = mayAttach && !blocked ? (files: File[]) => void attachments.add(files) : undefined;
  const send = (body: string) => {
    const done = list.filter(({ state }) => state === "done");
    onSend(
      body,
      done.map(({ id: file, file: { name } }) => ({ id: file ?? "", name })),
    );
    attachments.clear();
    if (done.length > 0 && rightsFor(rights, "related_file").create) {
      void relate(id, done);
    }
  };
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
      blocked={blocked}
      onFiles={add}
      hasMore={list.length > 0}
      waiting={
        attachments.isSending
          ? composeWords.waitForFiles
          : attachments.hasFailed
            ? composeWords.removeFailed
            : undefined
      }
      above={
        add ? (
          <>
            <DropHere onFiles={add} />
            <AttachmentTray
              list={list}
              onRemove={attachments.remove}
              onRetry={(one) => void attachments.retry(one)}
            />
          </>
        ) : null
      }
      tools={add ? <AttachButton onFiles={add} /> : undefined}
      onSend={send}
    />
  );
}
