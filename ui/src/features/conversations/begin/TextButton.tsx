import { useLocation } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import type { WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { isBarred } from "@/lib/doNotCall";
import { formatPhone } from "@/lib/phone";
import { identityAtom, useAtomValue } from "@/store";
import { text } from "../names";
import { object } from "../objects";
import { mayText, openNewText } from "./newText";
import { recipientsOf } from "./recipients";

/** Begins a text to a contact; beside a conversation with him there is where to write already. */
export function TextButton({ record }: { record: WireRecord }) {
  const identity = useAtomValue(identityAtom);
  const isInThread = useLocation({ select: ({ pathname }) => pathname.startsWith(`/view/${object}/`) });
  const [first] = recipientsOf(record);
  if (!first || isBarred(record) || isInThread || !mayText(identity)) {
    return null;
  }
  return (
    <Button
      isShort
      icon={<MessageCircle className="size-4" />}
      tip={formatPhone(first.number)}
      onClick={() => openNewText({ contact: record })}
    >
      {text}
    </Button>
  );
}
