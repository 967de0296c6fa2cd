import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, detailOf, type ObjectSchema } from "@/api";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { t } from "@/messages";
import { identityAtom, useAtomValue, useSchema } from "@/store";
import { commitImport, type Imported, type Plan, readImport } from "./api";
import { MappingStep } from "./MappingStep";
import { words } from "./messages";
import { PreviewTable } from "./PreviewTable";
import { ProgressBar } from "./ProgressBar";
import { Counts, ErrorsButton, RunStep } from "./RunStep";
import { modesOf } from "./rights";
import { firstMode, missing, planned } from "./targets";
import { isOpen, useJob } from "./useJob";

interface StepProps {
  schema: ObjectSchema;
  shown: Imported;
  onChanged: () => void;
}

/** Before the run: what is done with the rows, tried as one goes. */
function Preparing({ schema, shown, onChanged }: StepProps) {
  const identity = useAtomValue(identityAtom);
  const modes = modesOf(identity, schema);
  const [plan, setPlan] = useState<Plan>(() =>
    planned(schema, shown, {
      mode: firstMode(modes, shown),
      mapping: shown.mapping,
      match_field: shown.match_field || "id",
    }),
  );
  const [isBusy, setBusy] = useState<"check" | "run">();
  const [isAsking, setAsking] = useState(false);
  const check = useJob(shown.check ?? undefined, onChanged);
  const isChecking = isOpen(check);
  const lacking = missing(schema, plan);
  const begin = async (isDry: boolean) => {
    setBusy(isDry ? "check" : "run");
    try {
      await commitImport(shown.id, plan, isDry);
    } catch (error) {
      toast.error(detailOf(error));
    }
    setBusy(undefined);
    onChanged();
  };
  const label = words.run(words.modes[plan.mode], shown.rows);
  return (
    <>
      <MappingStep
        schema={schema}
        shown={shown}
        modes={modes}
        plan={plan}
        missing={lacking}
        onPlan={(next) => setPlan(planned(schema, shown, next))}
      />
      {lacking.length === 0 ? <PreviewTable id={shown.id} schema={schema} plan={plan} /> : null}
      {isChecking || check ? (
        <section aria-live="polite" className="grid gap-4 rounded-lg border bg-surface p-5 shadow-small">
          {isChecking ? (
            <>
              <h2 className="font-semibold">{words.checking}</h2>
              <ProgressBar
                label={words.checking}
                part={check?.total ? (check.done ?? 0) / check.total : undefined}
              />
            </>
          ) : (
            <>
              <p>{shown.message}</p>
              <Counts shown={shown} />
              <div>
                <ErrorsButton shown={shown} />
              </div>
            </>
          )}
        </section>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          isBusy={isBusy === "check" || isChecking}
          disabled={lacking.length > 0}
          onClick={() => void begin(true)}
        >
          {words.check}
        </Button>
        <Button
          tone={plan.mode === "delete" ? "danger" : "primary"}
          isBusy={isBusy === "run"}
          disabled={lacking.length > 0}
          onClick={() => (plan.mode === "delete" ? setAsking(true) : void begin(false))}
        >
          {label}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={words.confirmDelete(schema.plural ?? schema.title)}
          text={words.confirmDeleteText(shown.rows)}
          action={words.modes.delete}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await begin(false);
            setAsking(false);
          }}
        />
      ) : null}
    </>
  );
}

function Running({ schema, shown, onChanged }: StepProps) {
  const navigate = useNavigate();
  const job = useJob(shown.job ?? undefined, onChanged);
  const undoJob = useJob(shown.undo_job ?? undefined, onChanged);
  return (
    <RunStep shown={shown} job={job} undoJob={undoJob} onChanged={onChanged}>
      {isOpen(job) ? null : (
        <>
          <Button onClick={() => void navigate({ href: `/view/${schema.api_name}/import` })}>
            {words.again}
          </Button>
          <Button
            tone="primary"
            onClick={() => void navigate({ to: "/view/$object/list", params: { object: schema.api_name } })}
          >
            {words.toList(schema.plural ?? schema.title)}
          </Button>
        </>
      )}
    </RunStep>
  );
}

/** One import, from its file to its undoing; it may be left and returned to. */
export function ImportPage() {
  const params: Record<string, string> = useParams({ strict: false });
  const id = params.id ?? "";
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["import", id],
    queryFn: () => readImport(id),
    retry: (count, error) =>
      count < 2 && !(error instanceof ApiError && error.status < 500 && !error.isNetwork),
  });
  const shown = query.data;
  const schema = useSchema(shown?.object ?? "");
  const onChanged = () => void client.invalidateQueries({ queryKey: ["import", id] });
  const title = schema ? words.title(schema.plural ?? schema.title) : words.import;
  if (query.error && !shown) {
    return (
      <>
        <PageHeader title={title} />
        <FetchFailed title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={title}
        lead={
          shown
            ? `${shown.name} · ${words.columns(shown.rows, shown.columns.length)}${shown.encoding && shown.encoding !== "UTF-8" ? ` · ${shown.encoding}` : ""}`
            : undefined
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-5 max-sm:p-4">
        <div className="mx-auto grid max-w-4xl gap-4">
          {shown && schema ? (
            shown.job === null ? (
              <Preparing key={shown.id} schema={schema} shown={shown} onChanged={onChanged} />
            ) : (
              <Running schema={schema} shown={shown} onChanged={onChanged} />
            )
          ) : (
            <SkeletonRows label={t.frame.loading} />
          )}
        </div>
      </div>
    </>
  );
}
