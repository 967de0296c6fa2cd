import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiError, detailOf, freshToken, carryOut as send, type WireRecord } from "@/api";
import type { JobRecord } from "@/api/generated/records";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Time } from "@/components/Time/Time";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { t } from "@/messages";
import { keep, useRecord, useSchema } from "@/store";
import { sizeText, words } from "./messages";

type Job = JobRecord & WireRecord;
type Exported = Awaited<ReturnType<typeof read>>;

const read = (id: string) => send("GET /export/{id}", { id });

/** Gives the file to the browser to keep. */
async function download(path: string, name: string) {
  const { value } = await freshToken();
  const answer = await fetch(path, { headers: { authorization: `Bearer ${value}` } });
  if (!answer.ok) {
    throw new ApiError(answer.status, {});
  }
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function Working({ job, shown }: { job: Job | undefined; shown: Exported }) {
  const total = job?.total ?? shown.total;
  const done = Math.min(job?.done ?? shown.done, total);
  return (
    <div className="grid gap-2">
      <h2 className="font-semibold text-base">{words.running}</h2>
      <div
        role="progressbar"
        aria-label={words.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={total > 0 ? Math.round((100 * done) / total) : undefined}
        className="h-2 overflow-hidden rounded-full bg-n5"
      >
        <div
          style={{ width: `${total > 0 ? (100 * done) / total : 0}%` }}
          className="h-full rounded-full bg-accent motion-safe:transition-[width]"
        />
      </div>
      {total > 0 ? <p className="text-n11 tabular-nums">{words.of(done, total)}</p> : null}
      <p className="text-meta text-n11">{words.leave}</p>
    </div>
  );
}

function Finished({ shown }: { shown: Exported }) {
  const [isBusy, setBusy] = useState(false);
  const { file } = shown;
  if (file === null) {
    return (
      <div className="grid gap-3">
        <h2 className="flex items-center gap-2 font-semibold text-base">
          <CircleAlert aria-hidden className="size-5 text-danger" />
          {shown.status === "canceled" ? words.canceled : words.failed}
        </h2>
        {shown.error ? <Banner tone="danger">{shown.error}</Banner> : null}
      </div>
    );
  }
  const take = async () => {
    setBusy(true);
    await download(file, shown.name).catch((error: unknown) => toast.error(detailOf(error)));
    setBusy(false);
  };
  return (
    <div className="grid gap-3">
      <h2 className="flex items-center gap-2 font-semibold text-base">
        <CircleCheck aria-hidden className="size-5 text-success" />
        {words.done(shown.done)}
      </h2>
      <p className="wrap-anywhere text-n11">
        {shown.name} · {sizeText(shown.size)}
      </p>
      <div>
        <Button
          tone="primary"
          icon={<Download className="size-4" />}
          isBusy={isBusy}
          onClick={() => void take()}
        >
          {words.download}
        </Button>
      </div>
      {shown.expires_date ? (
        <p className="text-meta text-n11">
          {words.until} <Time at={shown.expires_date} />. {words.private}
        </p>
      ) : null}
    </div>
  );
}

/** One export: how far it has got, and its file. */
export function ExportPage() {
  const params: Record<string, string> = useParams({ strict: false });
  const id = params.id ?? "";
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: ["export", id],
    queryFn: () => read(id),
    retry: (count, error) =>
      count < 2 && !(error instanceof ApiError && error.status < 500 && !error.isNetwork),
  });
  const shown = query.data;
  const schema = useSchema(shown?.object ?? "");
  const job = useRecord<Job>("job", id);
  useQuery({
    queryKey: ["export-job", id],
    enabled: shown !== undefined && job === undefined,
    queryFn: async () => {
      const found = await send("GET /job/{id}", { id });
      keep("job", [found as unknown as WireRecord]);
      return found.id;
    },
  });
  const status = job?.status;
  useEffect(() => {
    if (status !== undefined) {
      void client.invalidateQueries({ queryKey: ["export", id] });
    }
  }, [client, id, status]);
  const plural = schema?.plural ?? schema?.title ?? "";
  const isOpen = shown !== undefined && ["queued", "running"].includes(status ?? shown.status);
  const content = () => {
    if (!shown) {
      return query.error ? (
        <FetchFailed title={words.notFound} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows label={t.frame.loading} />
      );
    }
    return (
      <section aria-live="polite" className="rounded-lg border bg-surface p-5 shadow-small">
        {isOpen || ["queued", "running"].includes(shown.status) ? (
          <Working job={job} shown={shown} />
        ) : (
          <Finished shown={shown} />
        )}
      </section>
    );
  };
  return (
    <>
      <PageHeader
        title={schema ? words.title(plural) : words.export}
        actions={
          schema ? (
            <Button
              onClick={() => void navigate({ to: "/view/$object/list", params: { object: schema.api_name } })}
            >
              {words.toList(plural)}
            </Button>
          ) : undefined
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-5 max-sm:p-4">
        <div className="mx-auto grid max-w-2xl gap-4">{content()}</div>
      </div>
    </>
  );
}
