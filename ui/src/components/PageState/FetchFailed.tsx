import { CircleAlert } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { t } from "@/messages";
import { PageState } from "./PageState";

interface FetchFailedProps {
  title?: string | undefined;
  text: string;
  onRetry: () => void;
}

/** Shown in place of what could not be fetched: why, and a button to try again. */
export function FetchFailed({ title = t.records.fetchError, text, onRetry }: FetchFailedProps) {
  return (
    <PageState
      role="alert"
      icon={<CircleAlert />}
      title={title}
      text={text}
      action={<Button onClick={onRetry}>{t.frame.retry}</Button>}
    />
  );
}
