import { Button } from "@/components/Button/Button";
import { words } from "../messages";
import { StepActions } from "../StepActions";
import type { StepProps } from "../wizard";

/** Says what must be done in Salesforce first. */
export function Prepare({ advance, back, isBusy }: StepProps) {
  return (
    <>
      <p className="max-w-160 text-n11">
        <code className="wrap-anywhere rounded bg-n3 px-1.5 py-0.5 text-n12">{`${window.location.origin}/oauth2/callback`}</code>
      </p>
      <StepActions back={back}>
        <Button tone="primary" isBusy={isBusy} onClick={() => void advance()}>
          {words.next}
        </Button>
      </StepActions>
    </>
  );
}
