import { KeyRound } from "lucide-react";
import { useId, useState } from "react";
import { send } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import type { ListToolProps } from "@/feature";
import { identityAtom, useAtomValue } from "@/store";
import { DeploySheet } from "./DeploySheet";
import { words } from "./messages";

/** In the toolbar of the list of apps: installs the app of a code, after it was shown what that changes. */
export function InstallTool({ schema }: ListToolProps) {
  const identity = useAtomValue(identityAtom);
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState<string>();
  if (schema.api_name !== "app" || identity?.user.is_superuser !== true) {
    return null;
  }
  return (
    <>
      <Button size="small" icon={<KeyRound className="size-4" />} isShort onClick={() => setOpen(true)}>
        {words.install}
      </Button>
      {isOpen ? (
        <CodeDialog
          onCode={(typed) => {
            setOpen(false);
            setCode(typed);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {code === undefined ? null : (
        <DeploySheet
          deployment={{
            title: words.installTitle,
            action: words.deploy,
            run: (how) => send("POST /app/install", { install_code: code, ...how }),
            done: words.installed,
            error: words.deployError,
          }}
          onDone={() => undefined}
          onClose={() => setCode(undefined)}
        />
      )}
    </>
  );
}

function CodeDialog({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [isChecked, setChecked] = useState(false);
  const problem = isChecked && typed.trim() === "" ? words.codeRequired : undefined;
  const submit = () => {
    setChecked(true);
    if (typed.trim() !== "") {
      onCode(typed.trim());
    }
  };
  return (
    <Dialog
      title={words.installTitle}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" tone="primary">
            {words.compare}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-n11">{words.installText}</p>
        <Field label={words.code} htmlFor={id} error={problem} isRequired>
          <input
            id={id}
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            aria-required
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? errorId(id) : undefined}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={`${inputClass} font-mono`}
          />
        </Field>
      </div>
    </Dialog>
  );
}
