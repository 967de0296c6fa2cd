import { Dialog } from "@/components/Dialog/Dialog";
import { type FailedProps, LoadAgain, part } from "@/feature";
import { t } from "@/messages";
import { useAtom } from "@/store";
import { words } from "./messages";
import type { NewTextProps } from "./NewTextDialog";
import { newTextAtom } from "./newText";

function NotLoaded({ onClose, isGone, onRetry }: NewTextProps & FailedProps) {
  const { goneText, awayText } = t.frame.notLoaded;
  return (
    <Dialog title={words.title} onClose={onClose} footer={<LoadAgain isGone={isGone} onRetry={onRetry} />}>
      <p role="alert" className="text-n11">
        {isGone ? goneText : awayText}
      </p>
    </Dialog>
  );
}

/** Loaded after the first page, because it reads numbers by the numbering plans of all countries. */
export const NewTextDialog = part(
  () => import("./NewTextDialog").then((file) => file.NewTextDialog),
  NotLoaded,
);

/** The new text, shown over every page. */
export function NewTextOverlay() {
  const [text, set] = useAtom(newTextAtom);
  return text ? <NewTextDialog text={text} onClose={() => set(undefined)} /> : null;
}
