import { PageState } from "@/components/PageState/PageState";
import { useFeatures } from "@/feature";
import { useSchema } from "@/store";
import { words } from "./messages";

/** The form of a new record, by the code that records are made with, as it is now. */
export function PreviewTab({ object }: { object: string }) {
  const schema = useSchema(object);
  const Form = useFeatures().find((feature) => feature.Form)?.Form;
  if (!(schema && Form)) {
    return <PageState title={words.previewWaits} />;
  }
  return (
    <>
      <p className="text-n11">{words.previewLead}</p>
      <div className="rounded-lg border bg-surface shadow-small">
        {/* Of other fields it is another form. */}
        <Form key={Object.keys(schema.properties).join()} schema={schema} />
      </div>
    </>
  );
}
