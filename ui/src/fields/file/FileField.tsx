import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { detailOf } from "@/api";
import { uploadFile } from "@/api/files";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { image as words } from "@/messages/image";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import type { EditProps } from "../contract";
import { fieldType as lookup } from "../lookup/type";

const { Edit: Lookup } = lookup;

/** Chooses a file that is stored, or uploads one: chosen from this computer, dropped or pasted. */
export function FileField(props: EditProps) {
  const { field, onChange } = props;
  const target = field.target ?? "";
  const mayUpload = rightsFor(useAtomValue(identityAtom), target).create;
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const take = async (file: File | undefined) => {
    if (!(file && mayUpload) || isSending) {
      return;
    }
    setSending(true);
    try {
      const stored = await uploadFile({ file, command: crypto.randomUUID() });
      onChange({ id: stored.id, name: stored.name ?? file.name });
      toast.success(words.uploaded);
    } catch (error) {
      toast.error(detailOf(error) || words.uploadError);
    }
    setSending(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen by the button, too
    <div
      className="flex min-w-0 items-center gap-2"
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
      <div className="min-w-0 flex-1">
        <Lookup {...props} />
      </div>
      {mayUpload ? (
        <>
          <Button
            icon={<Upload className="size-4" />}
            isBusy={isSending}
            aria-label={`${field.title}: ${words.uploadFile}`}
            onClick={() => input.current?.click()}
          >
            {isSending ? words.uploading : words.uploadFile}
          </Button>
          <input
            ref={input}
            type="file"
            tabIndex={-1}
            aria-label={`${field.title}: ${words.uploadFile}`}
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
