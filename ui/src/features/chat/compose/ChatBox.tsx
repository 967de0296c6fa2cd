import { useId, useRef, useState } from "react";
import { detailOf, patchRecord } from "@/api";
import { Composer, type Editor } from "@/components/Composer/Composer";
import { toast } from "@/components/Toaster/toasts";
import { colleaguesAtom, identityAtom, keep, useAtomValue } from "@/store";
import { useMaxLength } from "@/thread/useMaxLength";
import { useOwnDraft } from "@/thread/useOwnDraft";
import { useSendKey } from "@/thread/useSendKey";
import { mentionsIn, type Person } from "../mentions";
import { words as chatWords } from "../messages";
import { chatName } from "../naming";
import { type ChatRecord, messages, object } from "../objects";
import { threadName } from "../reducers";
import { AskToAdd } from "./AskToAdd";
import { ChatTools } from "./ChatTools";
import { MentionList } from "./MentionList";
import { words } from "./messages";
import { useMentions } from "./useMentions";

interface ChatBoxProps {
  id: string;
  chat: ChatRecord | undefined;
  onTyping: (isTyping: boolean) => void;
  onSend: (body: string) => void;
}

/** Where one writes in a chat, with mentions and formatting. */
export function ChatBox({ id, chat, onTyping, onSend }: ChatBoxProps) {
  const me = useAtomValue(identityAtom)?.userId;
  const colleagues = useAtomValue(colleaguesAtom) ?? [];
  const editor = useRef<Editor>(null);
  const mentions = useMentions(chat, editor);
  const draft = useOwnDraft(threadName(id));
  const sendKey = useSendKey("chat");
  const maxLength = useMaxLength(messages);
  const [asks, setAsks] = useState<{ body: string; people: Person[] }>();
  const listId = useId();

  const send = (body: string) => {
    const members = chat?.members?.map((member) => member.id) ?? [];
    const strangers =
      chat?.private === true
        ? mentionsIn(body, colleagues).users.filter((one) => !members.includes(one.id))
        : [];
    if (strangers.length > 0) {
      setAsks({ body, people: strangers });
    } else {
      onSend(body);
    }
  };
  const add = async () => {
    if (!(asks && chat)) {
      return;
    }
    const members = [...(chat.members ?? []), ...asks.people].map((one) => one.id);
    try {
      keep(object, [await patchRecord<ChatRecord>(object, { id, members })]);
      setAsks(undefined);
      onSend(asks.body);
    } catch (error) {
      toast.error(words.addFailed(detailOf(error)));
    }
  };
  /** What was written stands there again. */
  const giveBack = () => {
    if (asks) {
      const at = asks.body.length;
      editor.current?.write({ text: asks.body, from: at, to: at });
    }
    setAsks(undefined);
  };

  return (
    <>
      <Composer
        key={id}
        draft={draft}
        maxLength={maxLength}
        label={chatWords.composer}
        placeholder={chatWords.placeholder(chat ? chatName(chat, me) : "")}
        sendLabel={chatWords.send}
        sendKey={sendKey}
        editor={editor}
        above={
          mentions.candidates.length > 0 ? (
            <MentionList
              id={listId}
              candidates={mentions.candidates}
              chosen={mentions.chosen}
              optionProps={mentions.optionProps}
            />
          ) : null
        }
        tools={<ChatTools editor={editor} />}
        onKey={mentions.onKey}
        onText={mentions.look}
        onTyping={onTyping}
        onSend={(body) => {
          mentions.close();
          send(body);
        }}
      />
      {asks ? (
        <AskToAdd
          people={asks.people}
          isDirect={chat?.direct === true}
          onAdd={add}
          onSend={() => {
            setAsks(undefined);
            onSend(asks.body);
          }}
          onClose={giveBack}
        />
      ) : null}
    </>
  );
}
