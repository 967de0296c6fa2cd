import { Lock } from "lucide-react";
import { useEffect } from "react";
import { ApiError, detailOf } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { WayOut } from "@/feature/WayOut";
import { t } from "@/messages";
import { words } from "../messages";
import { words as own } from "./messages";

interface FailureProps {
  title: string | undefined;
  error: Error;
  onRetry: () => void;
}

/** Stands for records that could not be read, with why. */
export function Failure({ title, error, onRetry }: FailureProps) {
  const isForbidden = error instanceof ApiError && error.status === 403;
  useEffect(() => {
    if (isForbidden) {
      toast.warning(t.records.listForbidden);
    }
  }, [isForbidden]);
  if (isForbidden) {
    return <PageState icon={<Lock />} title={words.noRecords} action={<WayOut />} />;
  }
  const isNetwork = error instanceof ApiError && error.isNetwork;
  const shownError = isNetwork ? error : new Error(own.loadError(detailOf(error)));
  return <FetchFailed title={title} error={shownError} onRetry={onRetry} />;
}
