import { Copy, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { Dialog } from "@/components/Dialog/Dialog";
import { Field, inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { copy } from "./copy";
import type { ApiKey } from "./keys";
import { words } from "./messages";

interface CopiedProps {
  label: string;
  value: string;
  onCopied?: () => void;
}

function Copied({ label, value, onCopied }: CopiedProps) {
  const id = useId();
  return (
    <Field label={label} htmlFor={id}>
      <span className="relative block">
        <input
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          onCopy={onCopied}
          className={`${inputClass} pr-9 font-mono`}
        />
        <IconButton
          label={words.copy(label)}
          icon={<Copy className="size-4" />}
          className="absolute top-0.5 right-0.5 size-7"
          onClick={() => void copy(value, label).then((isDone) => isDone && onCopied?.())}
        />
      </span>
    </Field>
  );
}

const lines = (address: string) => `curl ${address}/v1/oauth2/token \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials`;

/** Shows the secret of a key that was just made: it can't be read again, so that one asks before it goes uncopied. */
export function Secret({ made, onClose }: { made: ApiKey; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const leave = () => (isCopied ? onClose() : setAsking(true));
  return (
    <>
      <Dialog
        title={words.madeTitle(made.name)}
        onClose={leave}
        isPassing
        className="max-w-lg"
        footer={
          <Button tone="primary" onClick={leave}>
            {words.done}
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <Banner tone="warning" icon={<TriangleAlert aria-hidden />}>
            {words.once}
          </Banner>
          <Copied
            label={words.clientSecret}
            value={made.client_secret ?? ""}
            onCopied={() => setCopied(true)}
          />
          <Copied label={words.clientId} value={made.client_id} />
          <div className="flex flex-col gap-1">
            <p className="font-medium text-meta text-n11">{words.how}</p>
            <pre className="overflow-x-auto rounded border border-n6 bg-n2 px-3 py-2 font-mono text-meta">
              {lines(location.origin)}
            </pre>
          </div>
        </div>
      </Dialog>
      {isAsking ? (
        <ConfirmDialog
          title={words.unseenTitle}
          text={words.unseenText}
          action={words.close}
          onConfirm={() => {
            onClose();
            return Promise.resolve();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
