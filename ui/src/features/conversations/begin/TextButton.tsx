import { useLocation } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import type { WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { Pill } from "@/components/Pill/Pill";
import { isBarred } from "@/lib/doNotCall";
import { formatPhone } from "@/lib/phone";
import { useStanding } from "@/realtime";
import { identityAtom, useAtomValue } from "@/store";
import { text } from "../names";
import { object } from "../objects";
import { words } from "./messages";
import { mayText, openNewText } from "./newText";
import { recipientsOf } from "./recipients";

/** Takes the place of what texts somebody who declined texts. */
function OptedOut() {
  return <Pill tone="warning">{words.optedOut}</Pill>;
}

/** Starts a text to a contact who did not decline texts. The page of a conversation has its own composer. */
export function TextButton({ record }: { record: WireRecord }) {
  const identity = useAtomValue(identityAtom);
  const isInThread = useLocation({ select: ({ pathname }) => pathname.startsWith(`/view/${object}/`) });
  const [first] = recipientsOf(record);
  const standing = useStanding(first?.number);
  if (!first || isBarred(record) || standing.isBarred || isInThread || !mayText(identity)) {
    return null;
  }
  if (standing.isOptedOut) {
    return <OptedOut />;
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
