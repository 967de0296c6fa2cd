import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { t } from "@/messages";
import { addressOf } from "./formatting";
import { words } from "./messages";

interface LinkFormProps {
  onLink: (address: string) => void;
  onClose: () => void;
}

/** Asks where the selected text leads. */
export function LinkForm({ onLink, onClose }: LinkFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  useEffect(() => field.current?.focus(), []);
  const add = () => {
    const address = addressOf(typed);
    if (address === undefined) {
      setWrong(true);
      field.current?.focus();
    } else {
      onLink(address);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-n6 border-b px-3 py-2">
      <input
        ref={field}
        type="url"
        aria-label={words.address}
        aria-invalid={isWrong}
        placeholder="https://"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            add();
          } else if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            onClose();
          }
        }}
        className="h-8 min-w-40 flex-1 rounded border border-n7 bg-surface px-2 outline-none focus-visible:border-accent aria-invalid:border-danger-solid"
      />
      <Button size="small" tone="primary" onClick={add}>
        {words.addLink}
      </Button>
      <Button size="small" onClick={onClose}>
        {t.frame.cancel}
      </Button>
      {isWrong ? (
        <p role="alert" className="w-full text-danger text-meta">
          {words.badAddress}
        </p>
      ) : null}
    </div>
  );
}
