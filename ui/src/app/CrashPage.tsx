import { CircleAlert } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { t } from "@/messages";

/** Shown in place of a page that threw. */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <PageState
      role="alert"
      icon={<CircleAlert />}
      title={t.frame.crashedTitle}
      text={error instanceof Error ? error.message : t.frame.crashedText}
      action={
        <Button tone="primary" onClick={() => location.reload()}>
          {t.frame.reload}
        </Button>
      }
    />
  );
}
