import { Lock } from "lucide-react";
import { ApiError } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { FetchFailed } from "@/feature/FetchFailed";
import { WayOut } from "@/feature/WayOut";
import { t } from "@/messages";

interface FailureProps {
  title: string | undefined;
  error: Error;
  onRetry: () => void;
}

/** Stands for records that could not be read, with why. */
export function Failure({ title, error, onRetry }: FailureProps) {
  if (error instanceof ApiError && error.status === 403) {
    return <PageState role="alert" icon={<Lock />} title={t.records.listForbidden} action={<WayOut />} />;
  }
  return <FetchFailed title={title} error={error} onRetry={onRetry} />;
}
