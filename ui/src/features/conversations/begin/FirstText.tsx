import { useState } from "react";
import { detailOf, type WireRecord } from "@/api";
import { Composer } from "@/components/Composer/Composer";
import { addToDraft } from "@/components/Composer/drafts";
import { toast } from "@/components/Toaster/toasts";
import { useMaxLength } from "@/thread/useMaxLength";
import { useOwnDraft } from "@/thread/useOwnDraft";
import { useSendKey } from "@/thread/useSendKey";
import { sendText } from "../actions";
import { words as textWords } from "../messages";
import { messages } from "../objects";
import { segmentsOf } from "../segments";
import { beginConversation, useLook } from "./begin";
import { words } from "./messages";
import { recipientsOf } from "./recipients";

/** Writes the first text to a contact with whom there is no conversation yet. */
export function FirstText({ record }: { record: WireRecord }) {
  const [to] = recipientsOf(record);
  const draft = useOwnDraft(`first text ${record.id}`);
  const maxLength = useMaxLength(messages);
  const sendKey = useSendKey("sms");
  // What changes in the record may be what he said about texts.
  const look = useLook(to, record.version);
  const [times, setTimes] = useState(0);
  if (!to) {
    return <p className="px-5 pt-1 pb-5 text-center text-n11">{words.noNumber}</p>;
  }
  const send = async (body: string) => {
    try {
      void sendText(await beginConversation(to), body);
    } catch (error) {
      addToDraft(draft, body); // nothing that was written is lost
      setTimes((before) => before + 1);
      toast.error(detailOf(error));
    }
  };
  return (
    <Composer
      key={times}
      draft={draft}
      takesFocus={times > 0}
      label={textWords.composer}
      placeholder={textWords.placeholder}
      sendLabel={textWords.send}
      sendKey={sendKey}
      emptyText={textWords.emptyText}
      maxLength={maxLength}
      {...(maxLength
        ? { measure: (text) => textWords.measure([...text].length, maxLength, segmentsOf(text)) }
        : {})}
      blocked={look.data?.refusal}
      onSend={(body) => void send(body)}
    />
  );
}
