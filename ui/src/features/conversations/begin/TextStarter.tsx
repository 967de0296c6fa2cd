import { MessageCircle } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { identityAtom, useAtomValue } from "@/store";
import { text } from "../names";
import { mayText, openNewText } from "./newText";

/** Begins a text to whom one chooses. */
export function TextStarter() {
  return mayText(useAtomValue(identityAtom)) ? (
    <Button icon={<MessageCircle className="size-4" />} onClick={() => openNewText()}>
      {text}
    </Button>
  ) : null;
}
