import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import { carryOut, detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { cn } from "@/lib/cn";
import { columns, KeyRow } from "./KeyRow";
import { type ApiKey, keysQuery, readKeys } from "./keys";
import { words } from "./messages";
import { NewKeyDialog } from "./NewKeyDialog";

const heads = [words.name, words.mayDo, words.created, words.lastUsed, words.expires];

function KeyList({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <div className="rounded-lg border bg-surface shadow-small">
      <div
        aria-hidden
        className={`hidden gap-x-4 border-b px-4 py-2 font-medium text-meta text-n11 lg:grid ${columns}`}
      >
        {heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      <ul aria-label={words.list} className="divide-y">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
        ))}
      </ul>
    </div>
  );
}

/** The keys by which programs sign in, with what they may do, for superusers. */
export function KeysPage() {
  const client = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  const keys = useQuery({ queryKey: keysQuery, queryFn: readKeys, staleTime: 0 });
  const again = () => client.invalidateQueries({ queryKey: keysQuery });
  const create = (
    <Button tone="primary" icon={<Plus className="size-4" />} onClick={() => setMaking(true)}>
      {words.create}
    </Button>
  );

  const revoke = async ({ id, name }: ApiKey) => {
    try {
      await carryOut("DELETE /api_key/{id}", { id });
      toast.success(words.revoked(name));
    } catch (error) {
      toast.error(detailOf(error));
    }
    setRevoked(undefined);
    await again();
  };

  const content = () => {
    if (!keys.data) {
      return keys.error ? (
        <FetchFailed title={words.fetchError} error={keys.error} onRetry={() => void keys.refetch()} />
      ) : (
        <SkeletonRows count={4} label={words.list} />
      );
    }
    return keys.data.length === 0 ? (
      <PageState icon={<KeyRound />} title={words.empty} text={words.emptyHint} action={create} />
    ) : (
      <KeyList keys={keys.data} onRevoke={setRevoked} />
    );
  };

  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          <>
            <IconButton
              label={words.refresh}
              icon={<RefreshCw className={cn("size-4", keys.isRefetching && "animate-spin")} />}
              disabled={keys.isFetching}
              onClick={() => void keys.refetch()}
            />
            {keys.data && keys.data.length > 0 ? create : null}
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto flex max-w-6xl flex-col gap-4 px-5 py-6 max-sm:px-4">{content()}</div>
      </div>
      {isMaking ? <NewKeyDialog onMade={() => void again()} onClose={() => setMaking(false)} /> : null}
      {revoked ? (
        <ConfirmDialog
          title={words.revokeTitle(revoked.name)}
          text={words.revokeText}
          action={words.revoke}
          onConfirm={() => revoke(revoked)}
          onClose={() => setRevoked(undefined)}
        />
      ) : null}
    </>
  );
}
