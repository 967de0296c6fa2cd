import { toast } from "@/components/Toaster/toasts";
import type { ViewProps } from "../contract";
import { Masked } from "./Masked";
import { words } from "./messages";
import { useReveal } from "./reveal";

const action = "inline-flex h-6 items-center rounded-sm px-1 text-accent-text text-meta hover:underline";

const written = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value, undefined, 2));

async function copy(value: unknown) {
  try {
    await navigator.clipboard.writeText(written(value));
    toast.success(words.copied);
  } catch {
    toast.warning(words.copyFailed);
  }
}

/** An encrypted value that is not empty: masked, until who may asks for it, and for a minute at most. */
export function RevealField({ field }: ViewProps) {
  const { mayOpen, shown, isBusy, open, hide } = useReveal(field.name);
  if (!shown) {
    return (
      <span className="inline-flex min-h-6 flex-wrap items-center gap-x-2">
        <Masked title={field.title} />
        {mayOpen ? (
          <button
            type="button"
            aria-label={words.showField(field.title)}
            data-tip={words.told}
            aria-busy={isBusy}
            className={action}
            onClick={() => void open()}
          >
            {words.show}
          </button>
        ) : null}
      </span>
    );
  }
  const { value } = shown;
  return (
    <span className="block min-w-0">
      <span className="block whitespace-pre-wrap py-0.5 font-mono text-meta [overflow-wrap:anywhere]">
        {value === null ? words.nothing : written(value)}
      </span>
      <span className="-ml-1 flex gap-2">
        <button type="button" aria-label={words.hideField(field.title)} className={action} onClick={hide}>
          {words.hide}
        </button>
        <button
          type="button"
          aria-label={words.copyField(field.title)}
          className={action}
          onClick={() => void copy(value)}
        >
          {words.copy}
        </button>
      </span>
    </span>
  );
}
