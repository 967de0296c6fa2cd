import { useNavigate, useParams } from "@tanstack/react-router";
import { FileSpreadsheet, Lock } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { detailOf } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { cn } from "@/lib/cn";
import { objectName } from "@/lib/paths";
import { t } from "@/messages";
import { identityAtom, useAtomValue, useSchema } from "@/store";
import { uploadTable } from "./api";
import { words } from "./messages";
import { ProgressBar } from "./ProgressBar";
import { mayImport } from "./rights";

const isTable = (file: File) => /\.(csv|tsv|txt|xlsx)$/i.test(file.name) || file.type === "text/csv";

/** Takes the file that is imported: dropped, or chosen. */
export function ImportStartPage() {
  const params: Record<string, string> = useParams({ strict: false });
  const object = objectName(params.object ?? "");
  const schema = useSchema(object);
  const identity = useAtomValue(identityAtom);
  const navigate = useNavigate();
  const [part, setPart] = useState<{ name: string; done: number }>();
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);

  const plural = schema?.plural ?? schema?.title ?? "";
  const take = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    setProblem(undefined);
    if (!isTable(file)) {
      setProblem(words.notCSV);
      return;
    }
    setPart({ name: file.name, done: 0 });
    const upload = uploadTable(object, file, (done) => setPart({ name: file.name, done }));
    cancel.current = upload.cancel;
    try {
      const id = await upload.promise;
      await navigate({ href: `/imports/${id}`, replace: true });
    } catch (error) {
      setPart(undefined);
      if (!(error instanceof DOMException)) {
        setProblem(detailOf(error));
      }
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  if (!schema) {
    return <PageState title={t.frame.loading} />;
  }
  return (
    <>
      <PageHeader title={words.title(plural)} />
      {mayImport(identity, schema) ? (
        <div className="min-h-0 flex-1 overflow-y-auto p-5 max-sm:p-4">
          <div className="mx-auto grid max-w-2xl gap-4">
            {problem ? <Banner tone="danger">{problem}</Banner> : null}
            {part ? (
              <section className="rounded-lg border bg-surface p-6 shadow-small">
                <p className="mb-3 truncate font-medium">
                  {part.done < 1 ? words.uploading(part.name) : words.reading}
                </p>
                <ProgressBar
                  label={words.uploading(part.name)}
                  part={part.done < 1 ? part.done : undefined}
                />
                <Button size="small" className="mt-4" onClick={() => cancel.current?.()}>
                  {t.frame.cancel}
                </Button>
              </section>
            ) : (
              // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
              <div
                onDragOver={(event) => {
                  event.preventDefault();
                  setOver(true);
                }}
                onDragLeave={() => setOver(false)}
                onDrop={drop}
                className={cn(
                  "flex min-h-64 flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed bg-surface p-8 text-center transition-colors duration-120",
                  isOver ? "border-accent bg-accent-soft" : "border-n7",
                )}
              >
                <FileSpreadsheet aria-hidden className="size-8 text-n10" />
                <p className="font-semibold">{words.drop}</p>
                <p className="max-w-96 text-n11">{words.hint}</p>
                <Button tone="primary" className="mt-3" onClick={() => input.current?.click()}>
                  {words.browse}
                </Button>
                <input
                  ref={input}
                  type="file"
                  aria-label={words.browse}
                  tabIndex={-1}
                  accept=".csv,.tsv,.txt,.xlsx,text/csv"
                  className="sr-only"
                  onChange={(event) => {
                    void take(event.target.files?.[0]);
                    event.target.value = "";
                  }}
                />
              </div>
            )}
          </div>
        </div>
      ) : (
        <PageState icon={<Lock />} title={words.noRight} text={words.noRightText} />
      )}
    </>
  );
}
