import { ImageUp } from "lucide-react";
import { useRef, useState } from "react";
import { detailOf } from "@/api";
import { addressOf, uploadFile } from "@/api/files";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { image as words } from "@/messages/image";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { isStored, useLocated } from "./useLocated";
import { type Image, isOurs } from "./value";

const types = ["image/jpeg", "image/png", "image/gif", "image/webp"];

interface UploadImageProps {
  title: string;
  image: Image;
  onUploaded: (url: string, isPublic: boolean) => void;
}

function Preview({ title, url }: { title: string; url: string }) {
  const located = useLocated(url);
  return typeof located === "string" ? (
    <span className="size-12 shrink-0 rounded border bg-n3" />
  ) : (
    <img
      src={located.address}
      alt={words.preview(title)}
      className="size-12 shrink-0 rounded border object-cover"
    />
  );
}

/** Takes a picture from this computer: chosen, dropped or pasted. */
export function UploadImage({ title, image, onUploaded }: UploadImageProps) {
  const mayUpload = rightsFor(useAtomValue(identityAtom), "file").create;
  const input = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState<number>();
  const url = image.url ?? "";
  const take = async (file: File | undefined) => {
    if (!file || part !== undefined) {
      return;
    }
    if (!types.includes(file.type)) {
      toast.error(words.notImage);
      return;
    }
    setPart(0);
    try {
      const isPublic = image.public === true;
      const stored = await uploadFile({ file, isPublic, command: crypto.randomUUID(), onProgress: setPart });
      const address = (isPublic ? stored.url : undefined) || addressOf(stored);
      if (address === undefined) {
        toast.error(words.noAddress);
      } else {
        onUploaded(address, isPublic);
        toast.success(words.uploaded);
      }
    } catch (error) {
      toast.error(detailOf(error) || words.uploadError);
    }
    setPart(undefined);
  };
  const isShown = url !== "" && (isStored(url) || isOurs(url));
  if (!(mayUpload || isShown)) {
    return null;
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a picture can be chosen by the button, too
    <div
      className="flex items-center gap-2.5"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
      onPaste={(event) => {
        const file = event.clipboardData.files[0];
        if (file) {
          event.preventDefault();
          void take(file);
        }
      }}
    >
      {isShown ? <Preview title={title} url={url} /> : null}
      {mayUpload ? (
        <>
          <Button
            size="small"
            icon={<ImageUp className="size-4" />}
            isBusy={part !== undefined}
            aria-label={`${title}: ${words.upload}`}
            onClick={() => input.current?.click()}
          >
            {part === undefined ? words.upload : words.uploading}
          </Button>
          <input
            ref={input}
            type="file"
            accept={types.join(",")}
            tabIndex={-1}
            aria-label={`${title}: ${words.upload}`}
            className="sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              void take(file);
            }}
          />
        </>
      ) : null}
    </div>
  );
}
