import { MessageSquareReply, MessageSquareText } from "lucide-react";
import { MessageText } from "@/components/Bubble/MessageText";
import { Cut } from "@/components/Cut/Cut";
import { longestName } from "@/components/Cut/CutName";
import { cut } from "@/components/Cut/cut";
import { Happening } from "@/components/Happening/Happening";
import { useRecord } from "@/store";
import { deliveryState } from "./delivery";
import { mediaOf } from "./media/media";
import { words as mediaWords } from "./media/messages";
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
        cut(message.contact_name ?? "", longestName),
        isOwn ? cut(message.user?.name ?? "", longestName) : undefined,
        isOwn ? words.delivery[deliveryState(message.delivery)] : undefined,
      ]}
      at={at}
      to={`/view/${object}/record/${message.conversation?.id ?? ""}/conversation`}
    >
      <Cut
        text={message.body || (mediaOf(message).length > 0 ? mediaWords.unnamed : words.attachment)}
        most={30}
      >
        {(shown) => <MessageText text={shown} />}
      </Cut>
    </Happening>
  );
}
