import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/Button/Button";
import { words } from "./messages";
import type { StepProps } from "./wizard";

/** The buttons of a step: what it does, and the way back. */
export function StepActions({ back, children }: Pick<StepProps, "back"> & { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1">
      {children}
      {back ? (
        <Button tone="ghost" onClick={back}>
          {words.back}
        </Button>
      ) : null}
    </div>
  );
}

interface CreatedProps extends Pick<StepProps, "advance" | "back" | "isBusy" | "isLast"> {
  /** What there is, such as its name and id at the provider. */
  what: string;
  /** Where it can be looked at. */
  children?: ReactNode;
}

/** A step whose item exists already. */
export function Created({ what, children, advance, back, isBusy, isLast }: CreatedProps) {
  return (
    <>
      <p role="status" className="flex items-start gap-2">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        <span className="min-w-0 wrap-anywhere">
          {what} <span className="text-n11">{words.alreadyCreated}</span>
        </span>
      </p>
      <StepActions back={back}>
        <Button tone="primary" isBusy={isBusy} onClick={() => void advance()}>
          {isLast ? words.done : words.next}
        </Button>
        {children}
      </StepActions>
    </>
  );
}
