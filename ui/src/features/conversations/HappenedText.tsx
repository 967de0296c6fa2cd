import { MessageSquareReply, MessageSquareText } from "lucide-react";
import { MessageText } from "@/components/Bubble/MessageText";
import { Happening } from "@/components/Happening/Happening";
import { useRecord } from "@/store";
import { words } from "./messages";
import { messages, object, type TextMessage } from "./objects";

/** A text, as a timeline shows it. */
export function HappenedText({ id, at }: { id: string; at: string }) {
  const message = useRecord<TextMessage>(messages, id);
  if (!message) {
    return null;
  }
  const isOwn = message.direction === "outgoing";
  const problem = isOwn && (message.delivery?.failed === "all" || message.delivery?.undelivered === "all");
  return (
    <Happening
      icon={isOwn ? <MessageSquareReply /> : <MessageSquareText />}
      tone={problem ? "danger" : "neutral"}
      title={isOwn ? words.textSent : words.textReceived}
      facts={[
        isOwn ? message.user?.name : message.contact_name,
        problem ? words.delivery.undelivered : undefined,
      ]}
      at={at}
      to={`/view/${object}/record/${message.conversation?.id ?? ""}/conversation`}
    >
      <p dir="auto" className="mt-0.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <MessageText text={message.body || words.attachment} />
      </p>
    </Happening>
  );
}
