import { useMemo } from "react";
import type { WireRecord } from "@/api";
import { useStanding, useTopics } from "@/realtime";
import { identityAtom, rightsFor, useAtomValue, useRecords } from "@/store";
import type { UnsentFile } from "@/thread";
import { relate } from "./compose/attachments";
import { ComposeBox } from "./compose/ComposeBox";
import { ScheduledTexts } from "./compose/ScheduledTexts";
import { useConsentEvents } from "./consent/events";
import { isBlocked, isStopped } from "./consent/rules";
import { words } from "./messages";
import type { ConversationRecord } from "./objects";

interface TextBoxProps {
  id: string;
  conversation: ConversationRecord | undefined;
  draft: string;
  takesFocus: boolean;
  /** Rises when the templates are to be opened. */
  templatesAsked?: number;
  onSend: (body: string, files: readonly UnsentFile[]) => void;
}

/** Where one writes a text; closed where somebody in the conversation may not be texted. */
export function TextBox({ id, conversation, draft, takesFocus, templatesAsked, onSend }: TextBoxProps) {
  const contactIds = useMemo(
    () => (conversation?.contacts ?? []).map((contact) => contact.id),
    [conversation?.contacts],
  );
  useTopics(contactIds.map((contact) => `record:contact:${contact}`));
  const contacts = useRecords<WireRecord>("contact", contactIds);
  const said = useConsentEvents(conversation?.contact_phones ?? []);
  const standing = useStanding(...(conversation?.contact_phones ?? []));
  const isClosed = isBlocked(contacts) || isStopped(said ?? [], id) || standing.isOptedOut;
  const mayRelate = rightsFor(useAtomValue(identityAtom), "related_file").create;
  return (
    <>
      <ScheduledTexts conversation={id} />
      <ComposeBox
        takesFocus={takesFocus}
        draft={draft}
        conversation={id}
        contact={contacts[0]}
        blocked={standing.isBarred ? words.barred : isClosed ? words.optedOut : undefined}
        {...(templatesAsked === undefined ? {} : { templatesAsked })}
        onSend={(body, files, attached) => {
          onSend(body, files);
          if (attached.length > 0 && mayRelate) {
            void relate(id, attached);
          }
        }}
      />
    </>
  );
}
