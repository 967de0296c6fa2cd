import type { ReactNode } from "react";
import type { ObjectSchema } from "@/api";
import { RecordSlot } from "@/feature";
import { SideCards } from "../related/SideCards";
import { RecordView } from "./RecordView";
import { Revealer } from "./Revealer";
import { Sheet } from "./Sections";
import { Workspace, type WorkspaceProps } from "./Workspace";

/** Whether anything can happen with an object's records. */
export const hasTimeline = (schema: ObjectSchema): boolean => (schema.happenings ?? []).length > 0;

/** A record to read: with its timeline where anything can happen with it, otherwise its fields alone. */
function RecordBody(props: WorkspaceProps) {
  const { schema, layout, record, facts } = props;
  return (
    <Revealer object={schema.api_name} record={record} isRemoved={props.isRemoved}>
      {hasTimeline(schema) ? (
        <Workspace {...props} />
      ) : (
        <Sheet>
          <RecordView layout={layout} record={record} />
          <div className="border-t px-2 empty:hidden">
            <SideCards schema={schema} record={record} title={props.title} isRemoved={props.isRemoved} />
          </div>
          <RecordSlot facts={facts} place="Below" record={record} />
        </Sheet>
      )}
    </Revealer>
  );
}

interface ContentProps extends WorkspaceProps {
  /** The form, while the record is edited as a whole. */
  form: ReactNode | undefined;
}

/** What stands below a record's head: its fields or their form, or what a feature has for them. */
export function RecordContent({ form, ...props }: ContentProps) {
  const { facts, layout, record } = props;
  const Body = facts.find((one) => one.Body)?.Body;
  if (Body) {
    return (
      <Sheet>
        <Body record={record} isEditing={form !== undefined}>
          {form ?? <RecordView layout={layout} record={record} />}
        </Body>
      </Sheet>
    );
  }
  return form === undefined ? <RecordBody {...props} /> : <Sheet>{form}</Sheet>;
}
