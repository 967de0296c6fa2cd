import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import type { WireRecord } from "@/api";
import { readContent } from "@/api/files";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { IconButton } from "@/components/IconButton/IconButton";
import { toast } from "@/components/Toaster/toasts";
import { useFacts } from "@/feature";
import { t } from "@/messages";
import type { MediaItem } from "../objects";
import { words } from "./messages";

const sourceOf = ({ links }: MediaItem) => links?.content_direct_temporary ?? "";

/** Has the browser save a file. */
async function save(item: MediaItem): Promise<void> {
  try {
    const address = URL.createObjectURL(await readContent(sourceOf(item)));
    const link = document.createElement("a");
    link.href = address;
    link.download = item.filename || words.unnamed;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    toast.success(words.downloading);
  } catch {
    toast.error(words.loadFailed);
  }
}

interface ViewerProps {
  items: readonly MediaItem[];
  at: number;
  onTurn: (at: number) => void;
  onClose: () => void;
}

/** One of a message's files in full, as files are shown everywhere; the arrow keys lead to the others. */
export function ViewerDialog({ items, at, onTurn, onClose }: ViewerProps) {
  const Content = useFacts("file").find((one) => one.Content)?.Content;
  const item = items[at];
  if (!item) {
    return null;
  }
  const turn = (to: number) => {
    if (to >= 0 && to < items.length) {
      onTurn(to);
    }
  };
  const record = {
    id: item.file,
    name: item.filename,
    content_type: item.content_type,
    size: item.size,
    source: sourceOf(item),
  } as unknown as WireRecord;
  return (
    <Dialog
      title={item.filename || words.unnamed}
      onClose={onClose}
      isPassing
      className="h-[640px] max-h-[calc(100dvh-2rem)] max-w-[1000px]"
      footer={
        <>
          {items.length > 1 ? (
            <div className="mr-auto flex items-center gap-1 text-n11">
              <IconButton
                label={words.previous}
                icon={<ChevronLeft className="size-4" />}
                disabled={at === 0}
                onClick={() => turn(at - 1)}
              />
              <span className="tabular-nums">{words.place(at + 1, items.length)}</span>
              <IconButton
                label={words.next}
                icon={<ChevronRight className="size-4" />}
                disabled={at === items.length - 1}
                onClick={() => turn(at + 1)}
              />
            </div>
          ) : null}
          <Button onClick={onClose}>{t.frame.close}</Button>
          <Button tone="primary" icon={<Download className="size-4" />} onClick={() => void save(item)}>
            {words.download}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are those of the buttons below */}
      <div
        className="h-full"
        onKeyDown={({ key }) => {
          turn(key === "ArrowLeft" ? at - 1 : key === "ArrowRight" ? at + 1 : -1);
        }}
      >
        {Content ? <Content key={at} record={record} /> : null}
      </div>
    </Dialog>
  );
}
