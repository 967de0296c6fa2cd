import { Copy, KeyRound, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { ApiError, detailOf, send, type WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Field, inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { toast } from "@/components/Toaster/toasts";
import { identityAtom, useAtomValue } from "@/store";
import { words } from "./messages";

const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, "$1-");

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(words.copied);
  } catch {
    toast.error(words.notCopied);
  }
}

/** Among the buttons of an app: makes a code by which another organization installs it, and shows it once. */
export function CodeAction({ record }: { record: WireRecord }) {
  const id = useId();
  const identity = useAtomValue(identityAtom);
  const [code, setCode] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (identity?.user.is_superuser !== true && identity?.administers.includes(record.id) !== true) {
    return null;
  }
  const create = async () => {
    setBusy(true);
    try {
      const made = await send("POST /app/{id}/install_code", { id: record.id });
      setCode(made.install_code);
      toast.success(words.codeCreated(grouped(made.install_code)));
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) {
        toast.warning(detailOf(error));
      } else {
        toast.error(`${words.codeError}: ${detailOf(error)}`);
      }
    }
    setBusy(false);
  };
  return (
    <>
      <Button icon={<KeyRound className="size-4" />} isShort isBusy={isBusy} onClick={() => void create()}>
        {words.createCode}
      </Button>
      {code === undefined ? null : (
        <Dialog
          title={words.codeTitle}
          isPassing
          onClose={() => setCode(undefined)}
          footer={
            <Button tone="primary" onClick={() => setCode(undefined)}>
              {words.done}
            </Button>
          }
        >
          <div className="flex flex-col gap-4">
            <Banner tone="warning" icon={<TriangleAlert aria-hidden />}>
              {words.codeOnce}
            </Banner>
            <Field label={words.code} htmlFor={id}>
              <span className="relative block">
                <input
                  id={id}
                  readOnly
                  value={grouped(code)}
                  onFocus={(event) => event.target.select()}
                  className={`${inputClass} pr-9 font-mono`}
                />
                <IconButton
                  label={words.copy}
                  icon={<Copy className="size-4" />}
                  className="absolute top-0.5 right-0.5 size-7"
                  onClick={() => void copy(grouped(code))}
                />
              </span>
            </Field>
          </div>
        </Dialog>
      )}
    </>
  );
}
