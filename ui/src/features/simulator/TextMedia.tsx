import { Paperclip } from "lucide-react";
import { detailOf } from "@/api";
import { readContent } from "@/api/files";
import { toast } from "@/components/Toaster/toasts";
import { mediaPath, type SimulatedText } from "./api";
import { words } from "./messages";

type Media = NonNullable<SimulatedText["media"]>[number];

/** Has the browser save a file as the phone outside got it. */
async function save({ sid, filename }: Media) {
  try {
    const url = URL.createObjectURL(await readContent(mediaPath(sid)));
    const link = document.createElement("a");
    link.href = url;
    link.download = filename || sid;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    toast.error(words.failed(detailOf(error)));
  }
}

/** The files of a text, as the phone outside got them. */
export function TextMedia({ media }: { media: readonly Media[] }) {
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {media.map((one) => (
        <button
          key={one.sid}
          type="button"
          onClick={() => void save(one)}
          className="inline-flex max-w-full items-center gap-1 rounded bg-n3 px-2 py-0.5 text-accent-text text-meta hover:underline"
        >
          <Paperclip aria-hidden className="size-3.5 shrink-0" />
          <bdi className="truncate">{one.filename || one.content_type}</bdi>
        </button>
      ))}
    </span>
  );
}
