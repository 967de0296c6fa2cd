import { UserPlus } from "lucide-react";
import { useState } from "react";
import { ApiError, detailOf } from "@/api";
import { readContent } from "@/api/files";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { part } from "@/feature";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import type { MediaItem } from "../media/media";
import { words } from "./messages";
import type { CardContact } from "./vcard";

const CardDialog = part(() => import("./CardDialog").then((file) => file.CardDialog));

/** Turns a vCard that came in a text into a contact. */
export function CardActions({ item }: { item: MediaItem }) {
  const mayCreate = rightsFor(useAtomValue(identityAtom), "contact").create;
  const [card, setCard] = useState<CardContact>();
  const [isBusy, setBusy] = useState(false);
  if (!mayCreate) {
    return null;
  }
  const open = async () => {
    setBusy(true);
    try {
      const [{ readCard }, content] = await Promise.all([
        import("./vcard"),
        readContent(item.links?.content_direct_temporary ?? ""),
      ]);
      setCard(readCard(await content.text()));
    } catch (error) {
      // A refusal by the server says itself what is wrong.
      toast.error((error instanceof ApiError && detailOf(error)) || words.failed);
    }
    setBusy(false);
  };
  return (
    <>
      <Button icon={<UserPlus className="size-4" />} isBusy={isBusy} onClick={() => void open()}>
        {words.create}
      </Button>
      {card ? <CardDialog card={card} onClose={() => setCard(undefined)} /> : null}
    </>
  );
}
