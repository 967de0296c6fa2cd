import { CircleAlert } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { opening } from "@/messages/opening";

/** Shown in place of a page that threw. */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <PageState
      role="alert"
      icon={<CircleAlert />}
      title={opening.crashedTitle}
      text={error instanceof Error ? error.message : opening.crashedText}
      action={
        <Button tone="primary" onClick={() => location.reload()}>
          {opening.reload}
        </Button>
      }
    />
  );
}
