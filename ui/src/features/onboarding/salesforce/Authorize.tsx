import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { AuthorizeButton, useCredential } from "../AuthorizeButton";
import { words } from "../messages";
import { StepActions } from "../StepActions";
import type { StepProps } from "../wizard";

/** Authorizes the credential in a new tab, and ends the wizard. */
export function Authorize({ data, advance, back, isBusy }: StepProps) {
  const { credential, isPending } = useCredential(data);
  const finish = () => {
    if (credential) {
      void advance();
    } else {
      toast.warning(words.incomplete);
    }
  };
  return (
    <>
      {credential ? (
        <AuthorizeButton credential={credential} failed={words.noAuthorizationUrl} />
      ) : isPending ? null : (
        <p role="alert" className="text-warning">
          {words.noCredential}
        </p>
      )}
      <StepActions back={back}>
        <Button tone="primary" isBusy={isBusy || isPending} onClick={finish}>
          {words.done}
        </Button>
      </StepActions>
    </>
  );
}
