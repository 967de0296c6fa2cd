import { CalendarClock, FileText, Smile } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { WireRecord } from "@/api";
import { Composer, type Editor } from "@/components/Composer/Composer";
import { IconButton } from "@/components/IconButton/IconButton";
import { part } from "@/feature";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import type { UnsentFile } from "@/thread";
import { AttachButton } from "@/thread/attach/AttachButton";
import { AttachmentTray } from "@/thread/attach/AttachmentTray";
import type { Attachment } from "@/thread/attach/attachments";
import { DropHere } from "@/thread/attach/DropHere";
import { useMaxLength } from "@/thread/useMaxLength";
import { useSendKey } from "@/thread/useSendKey";
import { words as textWords } from "../messages";
import { messages } from "../objects";
import { segmentsOf } from "../segments";
import { useAttachments } from "./attachments";
import { CarriedNote } from "./CarriedNote";
import { carried } from "./carried";
import { FormattingTools } from "./FormattingTools";
import { LinkForm } from "./LinkForm";
import { words } from "./messages";
import { NotYetTools } from "./NotYetTools";
import { ScheduleForm } from "./ScheduleForm";
import { openPlaceholders } from "./templates";
import { useScheduling } from "./useScheduling";
import { useTools } from "./useTools";

const TemplatePicker = part(() => import("./TemplatePicker").then((file) => file.TemplatePicker));
const EmojiPicker = part(() => import("./EmojiPicker").then((file) => file.EmojiPicker));

interface ComposeBoxProps {
  draft: string;
  takesFocus: boolean;
  /** Why nothing can be sent. */
  blocked: string | undefined;
  /** Whose values templates take. */
  contact: WireRecord | undefined;
  /** Rises when the templates are to be opened from elsewhere. */
  templatesAsked?: number;
  /** The conversation in which a text can be scheduled, "" for none yet. */
  conversation?: string;
  onSend: (body: string, files: readonly UnsentFile[], attached: readonly Attachment[]) => void;
}

interface OpenToolProps {
  tools: ReturnType<typeof useTools>;
  contact: WireRecord | undefined;
  scheduling: ReturnType<typeof useScheduling>;
  waiting: string | undefined;
}

/** The tool that is open above the text. */
function OpenTool({ tools, contact, scheduling, waiting }: OpenToolProps) {
  switch (tools.open) {
    case "templates":
      return <TemplatePicker contact={contact} onChoose={tools.put} onClose={tools.close} />;
    case "emoji":
      return <EmojiPicker onChoose={tools.put} onClose={tools.close} />;
    case "link":
      return <LinkForm onLink={tools.linkTo} onClose={tools.close} />;
    case "schedule":
      return (
        <ScheduleForm
          zone={scheduling.zone}
          action={words.scheduleText}
          isBusy={scheduling.isBusy}
          onChoose={(at) => void scheduling.schedule(at, waiting)}
          onClose={tools.close}
        />
      );
    default:
      return null;
  }
}

/** What keeps a text from being sent now, or undefined. */
function waitOf(attachments: ReturnType<typeof useAttachments>, text: string): string | undefined {
  const open = openPlaceholders(text);
  if (attachments.isSending) {
    return words.waitForFiles;
  }
  if (attachments.hasFailed) {
    return words.removeFailed;
  }
  return open.length > 0 ? words.fillIn(open.join(", ")) : undefined;
}

/** Where a text is written, with what goes into it and with it. */
export function ComposeBox({
  draft,
  blocked,
  contact,
  conversation = "",
  templatesAsked = 0,
  ...props
}: ComposeBoxProps) {
  const editor = useRef<Editor>(null);
  const tools = useTools(editor);
  const attachments = useAttachments();
  const [text, setText] = useState("");
  const identity = useAtomValue(identityAtom);
  const mayAttach = rightsFor(identity, "file").create;
  const mayTemplate = rightsFor(identity, "template").read;
  const maxLength = useMaxLength(messages);
  const add = mayAttach && !blocked ? (files: File[]) => void attachments.add(files) : undefined;
  const { show } = tools;
  const asked = useRef(templatesAsked);
  useEffect(() => {
    if (templatesAsked !== asked.current) {
      asked.current = templatesAsked;
      show("templates");
    }
  });
  useEffect(() => setText(editor.current?.read().text ?? ""), []);

  const scheduling = useScheduling({ conversation, editor, tools, attachments });
  const waiting = waitOf(attachments, text);
  const send = (body: string) => {
    const done = attachments.list.filter(({ state }) => state === "done");
    attachments.clear();
    props.onSend(
      body,
      done.map(({ id, file: { name } }) => ({ id: id ?? "", name })),
      done,
    );
  };
  return (
    <Composer
      takesFocus={props.takesFocus}
      draft={draft}
      label={textWords.composer}
      placeholder={textWords.placeholder}
      sendLabel={textWords.send}
      sendKey={useSendKey("sms")}
      emptyText={textWords.emptyText}
      maxLength={maxLength}
      {...(maxLength
        ? { measure: (sent) => textWords.measure([...sent].length, maxLength, segmentsOf(sent)) }
        : {})}
      blocked={blocked}
      editor={editor}
      carried={carried}
      onText={setText}
      onFiles={add}
      hasMore={attachments.list.length > 0}
      waiting={waiting}
      // A slash at the very beginning opens the templates.
      onKey={(event) => {
        const isSlash = event.key === "/" && text === "" && mayTemplate && !event.nativeEvent.isComposing;
        if (isSlash) {
          tools.show("templates");
        }
        return isSlash;
      }}
      above={
        blocked ? null : (
          <>
            <OpenTool tools={tools} contact={contact} scheduling={scheduling} waiting={waiting} />
            {add ? (
              <>
                <DropHere onFiles={add} />
                <AttachmentTray
                  list={attachments.list}
                  onRemove={attachments.remove}
                  onRetry={(one) => void attachments.retry(one)}
                />
              </>
            ) : null}
          </>
        )
      }
      below={(written) => <CarriedNote text={written} />}
      tools={
        <>
          {add ? <AttachButton onFiles={add} /> : null}
          <IconButton
            label={words.emoji}
            icon={<Smile className="size-4" />}
            className="size-7"
            isActive={tools.open === "emoji"}
            onClick={() => tools.show("emoji")}
          />
          {mayTemplate ? (
            <IconButton
              label={words.templates}
              icon={<FileText className="size-4" />}
              className="size-7"
              isActive={tools.open === "templates"}
              onClick={() => tools.show("templates")}
            />
          ) : null}
          <FormattingTools onChange={tools.change} onLink={tools.link} />
          {conversation ? (
            <IconButton
              label={words.schedule}
              icon={<CalendarClock className="size-4" />}
              className="size-7"
              isActive={tools.open === "schedule"}
              onClick={() => void scheduling.open()}
            />
          ) : null}
          <NotYetTools />
        </>
      }
      onSend={send}
    />
  );
}
