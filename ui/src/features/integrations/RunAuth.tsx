import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { api, detailOf, getRecord, type WireRecord } from "@/api";
import type { Authorization } from "@/api/generated/rest";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { NoTab, openInTab } from "@/lib/newTab";
import { identityAtom, useAtomValue } from "@/store";
import { words } from "./messages";

const idOf = (value: unknown) => (value as { id?: string } | null | undefined)?.id;

async function run(credential: string): Promise<string | undefined> {
  const { url } = (await api.post<Authorization>(`/v1/oauth2/run/${credential}`, {})).data;
  (url ? toast.info : toast.success)(url ? words.opened : words.works);
  return url;
}

/** For superusers: has the other system say whether a credential works, of one that is authorized by OAuth 2. */
export function RunAuth({ record }: { record: WireRecord }) {
  const isSuperuser = useAtomValue(identityAtom)?.user.is_superuser === true;
  const system = idOf(record.integrated_app);
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ["run auth", system],
    enabled: isSuperuser && system !== undefined,
    queryFn: async ({ signal }) =>
      (await getRecord("integrated_app", system ?? "", signal)).authentication_protocol === "OAuth2",
  });
  if (!(isSuperuser && data === true)) {
    return null;
  }
  const press = async () => {
    setBusy(true);
    try {
      await openInTab(() => run(record.id));
    } catch (error) {
      toast.error(error instanceof NoTab ? words.blocked : detailOf(error));
    }
    setBusy(false);
  };
  return (
    <Button
      isShort
      icon={<ShieldCheck className="size-4" />}
      isBusy={isBusy}
      tip={words.runAuthHint}
      onClick={() => void press()}
    >
      {words.runAuth}
    </Button>
  );
}
