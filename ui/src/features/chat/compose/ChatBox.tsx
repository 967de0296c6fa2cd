import { type ReactNode, useId, useRef, useState } from "react";
import { detailOf, patchRecord } from "@/api";
import { Composer, type Editor } from "@/components/Composer/Composer";
import { toast } from "@/components/Toaster/toasts";
import { colleaguesAtom, identityAtom, keep, rightsFor, useAtomValue } from "@/store";
import type { UnsentFile } from "@/thread";
import { AttachButton } from "@/thread/attach/AttachButton";
import { AttachmentTray } from "@/thread/attach/AttachmentTray";
import { useAttachments } from "@/thread/attach/attachments";
import { DropHere } from "@/thread/attach/DropHere";
import { words as attachWords } from "@/thread/attach/messages";
import { useMaxLength } from "@/thread/useMaxLength";
import { useOwnDraft } from "@/thread/useOwnDraft";
import { useSendKey } from "@/thread/useSendKey";
import { mentionsIn, type Person } from "../mentions";
import { type ChatRecord, messages, object } from "../objects";
import { AskToAdd } from "./AskToAdd";
import { ChatTools } from "./ChatTools";
import { MentionList } from "./MentionList";
import { words } from "./messages";
import { useMentions } from "./useMentions";

interface ChatBoxProps {
  /** The name of what is written in: a chat, or a thread of replies in it. */
  thread: string;
  chat: ChatRecord | undefined;
  words: { label: string; placeholder: string; send: string };
  takesFocus?: boolean;
  /** What can be chosen about the message, below it. */
  foot?: ReactNode;
  onTyping: (isTyping: boolean) => void;
  onSend: (body: string, files: readonly UnsentFile[]) => void;
}

interface Asked {
  body: string;
  files: readonly UnsentFile[];
  people: Person[];
}

/** What keeps a message from being sent now, or undefined. */
function waitOf({ isSending, hasFailed }: ReturnType<typeof useAttachments>): string | undefined {
  return isSending ? attachWords.waitForFiles : hasFailed ? attachWords.removeFailed : undefined;
}

/** Where one writes in a chat, with mentions, formatting and files. */
export function ChatBox({
  thread,
  chat,
  onTyping,
  onSend,
  foot,
  takesFocus = false,
  ...props
}: ChatBoxProps) {
  const identity = useAtomValue(identityAtom);
  const colleagues = useAtomValue(colleaguesAtom) ?? [];
  const editor = useRef<Editor>(null);
  const mentions = useMentions(chat, editor);
  const draft = useOwnDraft(thread);
  const sendKey = useSendKey("chat");
  const maxLength = useMaxLength(messages);
  const attachments = useAttachments();
  const [asks, setAsks] = useState<Asked>();
  const listId = useId();
  const add = rightsFor(identity, "file").create ? (files: File[]) => void attachments.add(files) : undefined;

  const deliver = (body: string, files: readonly UnsentFile[]) => {
    attachments.clear();
    setAsks(undefined);
    onSend(body, files);
  };
  const send = (body: string) => {
    const members = chat?.members?.map((member) => member.id) ?? [];
    const strangers =
      chat?.private === true
        ? mentionsIn(body, colleagues).users.filter((one) => !members.includes(one.id))
        : [];
    if (strangers.length > 0) {
      setAsks({ body, files: attachments.done, people: strangers });
    } else {
      deliver(body, attachments.done);
    }
  };
  const join = async () => {
    if (!(asks && chat)) {
      return;
    }
    const members = [...(chat.members ?? []), ...asks.people].map((one) => one.id);
    try {
      keep(object, [await patchRecord<ChatRecord>(object, { id: chat.id, members })]);
      deliver(asks.body, asks.files);
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
        draft={draft}
        takesFocus={takesFocus}
        maxLength={maxLength}
        label={props.words.label}
        placeholder={props.words.placeholder}
        sendLabel={props.words.send}
        onFiles={add}
        hasMore={attachments.list.length > 0}
        waiting={waitOf(attachments)}
        sendKey={sendKey}
        editor={editor}
        above={
          <>
            {mentions.candidates.length > 0 ? (
              <MentionList
                id={listId}
                candidates={mentions.candidates}
                chosen={mentions.chosen}
                optionProps={mentions.optionProps}
              />
            ) : null}
            {add ? (
              <>
                <DropHere onFiles={add} />
                <AttachmentTray
                  list={attachments.list}
                  onRemove={attachments.remove}
                  onRetry={attachments.retry}
                />
              </>
            ) : null}
          </>
        }
        {...(foot ? { below: () => foot } : {})}
        tools={
          <>
            {add ? <AttachButton onFiles={add} /> : null}
            <ChatTools editor={editor} />
          </>
        }
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
          onAdd={join}
          onSend={() => deliver(asks.body, asks.files)}
          onClose={giveBack}
        />
      ) : null}
    </>
  );
}
