import { useNavigate } from "@tanstack/react-router";
import { Ban, MessageCircle, Send } from "lucide-react";
import { useRef, useState } from "react";
import { ApiError, detailOf } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { t } from "@/messages";
import { thread as threadWords } from "@/messages/thread";
import { useMaxLength } from "@/thread/useMaxLength";
import { sendText } from "../actions";
import { words as textWords } from "../messages";
import { messages, pathOf } from "../objects";
import { beginConversation, useLook } from "./begin";
import { lengthOf, MessageField } from "./MessageField";
import { words } from "./messages";
import type { NewText } from "./newText";
import { RecipientField } from "./RecipientField";
import { type Recipient, recipientsOf, typedRecipient } from "./recipients";

/** The rule that forbids it. An outage forbids nothing: sending says what became of it. */
const ruleOf = (error: unknown) => (error instanceof ApiError && error.isRule ? detailOf(error) : undefined);

interface KnownProps {
  refusal: string | undefined;
  conversation: string | undefined;
  onOpen: (id: string) => void;
}

/** What the server says before anything is sent: why nothing may be, or where it goes. */
function Known({ refusal, conversation, onOpen }: KnownProps) {
  return (
    <>
      {refusal ? (
        <Banner tone="danger" icon={<Ban aria-hidden />}>
          {refusal}
        </Banner>
      ) : null}
      {conversation ? (
        <Banner
          tone="info"
          icon={<MessageCircle aria-hidden />}
          action={
            <button
              type="button"
              className="shrink-0 rounded font-medium underline-offset-2 hover:underline"
              onClick={() => onOpen(conversation)}
            >
              {words.open}
            </button>
          }
        >
          {words.goesOn}
        </Banner>
      ) : null}
    </>
  );
}

export interface NewTextProps {
  text: NewText;
  onClose: () => void;
}

/** Begins a text to a contact or a number, wherever one is, and goes to its thread. */
export function NewTextDialog({ text, onClose }: NewTextProps) {
  const navigate = useNavigate();
  const maxLength = useMaxLength(messages);
  const own = text.contact ? recipientsOf(text.contact) : [];
  const [to, setTo] = useState<Recipient | undefined>(own[0] ?? typedRecipient(text.typed ?? ""));
  const [body, setBody] = useState("");
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const message = useRef<HTMLTextAreaElement>(null);
  const look = useLook(to);
  const refusal = look.data?.refusal ?? ruleOf(look.error);
  const over = maxLength === undefined ? 0 : lengthOf(body) - maxLength;
  const missing = lengthOf(body) === 0 && isTried ? textWords.emptyText : undefined;
  const tooLong = over > 0 ? threadWords.tooLong(over, maxLength ?? 0) : undefined;

  const open = async (id: string) => {
    onClose();
    await navigate({ to: pathOf(id) });
  };
  const submit = async () => {
    setTried(true);
    if (!to || lengthOf(body) === 0 || over > 0 || refusal || isBusy) {
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const id = await beginConversation(to);
      void sendText(id, body.trim());
      await open(id);
    } catch (error) {
      setProblem(detailOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      onSubmit={submit}
      className="max-w-lg"
      footer={
        <>
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button
            type="submit"
            tone="primary"
            icon={<Send aria-hidden className="size-4" />}
            disabled={refusal !== undefined}
            isBusy={isBusy}
          >
            {words.send}
          </Button>
        </>
      }
    >
      {/* Of one height, whatever is shown: nothing moves under the pointer. */}
      <div className="flex h-80 flex-col gap-4">
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <RecipientField
          value={to}
          numbers={own.some(({ contact }) => contact === to?.contact) ? own : []}
          typed={text.typed}
          problem={isTried && !to ? words.required : undefined}
          onChange={(next) => {
            setTo(next);
            setTried(false);
          }}
          onChosen={() => message.current?.focus()}
        />
        {to ? (
          <Known refusal={refusal} conversation={look.data?.conversation} onOpen={(id) => void open(id)} />
        ) : null}
        <MessageField
          field={message}
          body={body}
          problem={tooLong ?? missing}
          maxLength={maxLength}
          onChange={(next) => {
            setBody(next);
            setTried(false);
          }}
        />
      </div>
    </Dialog>
  );
}
