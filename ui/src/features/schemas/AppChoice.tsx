import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { listRecords } from "@/api";
import { Field } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { words } from "./messages";

interface AppChoiceProps {
  apps: readonly string[];
  chosen: string;
  onChoose: (app: string) => void;
}

/** The choice itself, with the names of the apps. */
function Apps({ apps, chosen, onChoose }: AppChoiceProps) {
  const id = useId();
  const { data: rows = [] } = useQuery({
    queryKey: ["apps", ...apps],
    queryFn: async ({ signal }) => (await listRecords("app", { limit: 200, order: "name" }, signal)).rows,
  });
  return (
    <Field label={words.app} htmlFor={id} hint={words.appHint}>
      <Select id={id} value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {apps.map((app) => (
          <option key={app} value={app}>
            {String(rows.find((row) => row.id === app)?.name ?? app)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** To which of one's apps something new belongs; not asked where there is one alone. */
export const AppChoice = (props: AppChoiceProps) => (props.apps.length > 1 ? <Apps {...props} /> : null);
