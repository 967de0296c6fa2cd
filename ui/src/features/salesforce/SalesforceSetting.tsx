import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Cloud, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { api, carryOut, detailOf, type WireRecord } from "@/api";
import type { Authorization } from "@/api/generated/rest";
import { Block } from "@/components/Block/Block";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { NoTab, openInTab } from "@/lib/newTab";
import { useTopic } from "@/realtime";
import { useRecord } from "@/store";
import { words } from "./messages";

const object = "auth_credential";

async function authorize(credential: string): Promise<string | undefined> {
  return (await api.get<Authorization>(`/v1/oauth2/authorize/${credential}`)).data.url;
}

type Standing = Pick<WireRecord, "id"> & { verified?: boolean | null; last_error?: string | null };

/** How one stands, as the credential's record says, live. */
function Live({ credential, first }: { credential: string; first: Standing }) {
  useTopic(`record:${object}:${credential}`);
  const { verified, last_error: lastError } = useRecord<WireRecord & Standing>(object, credential) ?? first;
  const [isBusy, setBusy] = useState(false);
  const connect = async () => {
    setBusy(true);
    try {
      await openInTab(() => authorize(credential));
    } catch (error) {
      toast.error(error instanceof NoTab ? words.blocked : detailOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <p role="status" className="flex items-start gap-2 text-n11">
        {verified ? (
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        ) : lastError ? (
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        ) : null}
        <span className="min-w-0 wrap-anywhere">
          {verified ? words.connected : lastError ? words.refused(lastError) : words.notConnected}
        </span>
      </p>
      <Button
        className="self-start"
        icon={<Cloud className="size-4" />}
        isBusy={isBusy}
        onClick={() => void connect()}
      >
        {verified ? words.connectAgain : words.connect}
      </Button>
    </>
  );
}

/** Among the phone's settings: lets Switchboard in at Salesforce, or says what must be set up first. */
export function SalesforceSetting() {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["salesforce"],
    staleTime: 0,
    queryFn: () => carryOut("GET /oauth2/salesforce", {}),
  });
  const lookAgain = async () => {
    const { data: found } = await refetch();
    if (found?.missing) {
      toast.warning(found.missing);
    }
  };
  return (
    <Block title={words.title}>
      {data?.credential ? (
        <Live credential={data.credential} first={{ ...data, id: data.credential }} />
      ) : (
        <>
          <p className="text-n11">{data ? data.missing : error ? detailOf(error) : words.notConnected}</p>
          <Button
            className="self-start"
            icon={<Cloud className="size-4" />}
            isBusy={isFetching}
            onClick={() => void lookAgain()}
          >
            {words.connect}
          </Button>
        </>
      )}
    </Block>
  );
}
