import { useQuery } from "@tanstack/react-query";
import { CircleCheck, ExternalLink, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { ApiError, api, detailOf } from "@/api";
import type { Authorization } from "@/api/generated/rest";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { NoTab, openInTab } from "@/lib/newTab";
import { useTopics } from "@/realtime";
import { useRecord } from "@/store";
import { type Credential, createdBy, credentialObject } from "./credentials";
import { words } from "./messages";
import type { StepData } from "./wizard";

/** How the credential that an earlier step created stands, live. */
export function useCredential(data: StepData) {
  const id = typeof data[credentialObject] === "string" ? data[credentialObject] : "";
  const { data: read, isPending } = useQuery({
    queryKey: ["onboarding", credentialObject, id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await createdBy<Credential>(credentialObject, data, signal)) ?? null,
  });
  useTopics(read ? [`record:${credentialObject}:${read.id}`] : []);
  const live = useRecord<Credential>(credentialObject, read?.id ?? "");
  return { credential: read ? (live ?? read) : undefined, isPending };
}

interface AuthorizeProps {
  credential: Credential;
  /** Said where the address could not be had. */
  failed: string;
}

/** Opens the address at which the other system asks, in a new tab, and says how it ended. */
export function AuthorizeButton({ credential, failed }: AuthorizeProps) {
  const [isBusy, setBusy] = useState(false);
  const authorize = async () => {
    setBusy(true);
    try {
      await openInTab(async () => {
        const { url } = (await api.get<Authorization>(`/v1/oauth2/authorize/${credential.id}`)).data;
        if (!url) {
          toast.error(failed);
        }
        return url;
      });
    } catch (error) {
      if (error instanceof NoTab) {
        toast.error(words.blocked);
      } else if (error instanceof ApiError && error.status === 403) {
        toast.warning(detailOf(error));
      } else {
        toast.error(`${failed}: ${detailOf(error)}`);
      }
    }
    setBusy(false);
  };
  const { verified, last_error: lastError } = credential;
  return (
    <>
      <p role="status" className="flex items-start gap-2 text-n11">
        {verified ? (
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        ) : lastError ? (
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        ) : null}
        <span className="min-w-0 wrap-anywhere">
          {verified ? words.isAuthorized : lastError ? words.refused(lastError) : words.notAuthorized}
        </span>
      </p>
      <Button
        className="self-start"
        icon={<ExternalLink className="size-4" />}
        isBusy={isBusy}
        onClick={() => void authorize()}
      >
        {verified ? words.authorizeAgain : words.authorize}
      </Button>
    </>
  );
}
