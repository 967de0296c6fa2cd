import { CircleAlert, CloudOff } from "lucide-react";
import { ApiError, detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { opening } from "@/messages/opening";
import { useReturn } from "./useReturn";

interface FetchFailedProps {
  title?: string | undefined;
  error: unknown;
  onRetry: () => void;
}

/**
 * Shown in place of what could not be fetched: why, and a button to try again. Where only the connection is away
 * nothing is wrong, and it is read by itself on return.
 */
export function FetchFailed({ title = opening.fetchError, error, onRetry }: FetchFailedProps) {
  const isAway = error instanceof ApiError && error.isNetwork;
  useReturn(isAway, onRetry);
  return (
    <PageState
      role="alert"
      icon={isAway ? <CloudOff /> : <CircleAlert />}
      title={isAway ? opening.away : title}
      text={isAway ? opening.notLoaded.awayText : detailOf(error)}
      action={<Button onClick={onRetry}>{opening.retry}</Button>}
    />
  );
}
