import { useId } from "react";
import { Field } from "@/components/Field/Field";
import { type FieldSpec, fieldsOf, fieldType } from "@/fields";
import { useSchema } from "@/store";
import { dashboardObject } from "../names";
import type { DashboardDraft } from "./layout";

interface PropertiesProps {
  draft: DashboardDraft;
  onDraft: (draft: DashboardDraft) => void;
}

interface OneProps {
  field: FieldSpec;
  value: unknown;
  onChange: (value: unknown) => void;
}

function One({ field, value, onChange }: OneProps) {
  const id = useId();
  const { Edit } = fieldType(field.kind);
  return (
    <Field label={field.title} htmlFor={id} hint={field.help}>
      <Edit
        id={id}
        field={field}
        value={value}
        onChange={onChange}
        onBlur={() => undefined}
        isInvalid={false}
        describedBy={undefined}
      />
    </Field>
  );
}

/** What a dashboard is called, who sees it, and how often its figures are read again. */
export function Properties({ draft, onDraft }: PropertiesProps) {
  const schema = useSchema(dashboardObject);
  const fields = schema ? fieldsOf(schema) : [];
  const find = (name: string) => fields.find((field) => field.name === name);
  const name = find("name");
  const visibility = find("visibility");
  const refresh = find("refresh_seconds");
  return (
    <div className="grid gap-4 border-b bg-surface px-5 py-4 sm:grid-cols-3">
      {name ? (
        <One
          field={name}
          value={draft.name}
          onChange={(value) => onDraft({ ...draft, name: String(value ?? "") })}
        />
      ) : null}
      {visibility ? (
        <One
          field={visibility}
          value={draft.visibility}
          onChange={(value) => onDraft({ ...draft, visibility: String(value ?? draft.visibility) })}
        />
      ) : null}
      {refresh ? (
        <One
          field={refresh}
          value={draft.refreshSeconds}
          onChange={(value) => {
            const seconds = Number(value);
            const isSet = value !== null && value !== "" && Number.isFinite(seconds);
            onDraft({ ...draft, refreshSeconds: isSet ? seconds : null });
          }}
        />
      ) : null}
    </div>
  );
}
