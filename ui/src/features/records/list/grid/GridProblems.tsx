import { Undo2 } from "lucide-react";
import type { WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { IconButton } from "@/components/IconButton/IconButton";
import type { FieldSpec } from "@/fields";
import { t } from "@/messages";
import { words as recordWords } from "../../messages";
import { conflicts } from "../../record/draft";
import { cellProblem } from "./drafts";
import { words } from "./messages";
import type { GridDrafts } from "./useDrafts";

const most = 4;

interface Problem {
  id: string;
  name: string;
  text: string;
  /** The field that somebody else changed. */
  theirs: FieldSpec | undefined;
}

interface GridProblemsProps {
  drafts: GridDrafts;
  fields: readonly FieldSpec[];
  nameField: string;
  onGo: (id: string, field: string | undefined) => void;
}

/** The rows that can't be saved as they are, each with its reason. */
export function GridProblems({ drafts, fields, nameField, onGo }: GridProblemsProps) {
  const problems = Object.entries(drafts.drafts).flatMap(([id, row]): (Problem & { field?: string })[] => {
    const stored = drafts.read(id);
    const record: WireRecord = stored ?? row.record;
    const name = String(record[nameField] || t.records.noValue);
    if (stored === undefined) {
      return [{ id, name, text: words.deletedElsewhere, theirs: undefined }];
    }
    const wrong = fields.find((field) => cellProblem(row, record, field) !== undefined);
    const text = wrong ? `${wrong.title}: ${cellProblem(row, record, wrong)}` : row.reason;
    const isTheirs = wrong && conflicts(row.draft, record).includes(wrong.name);
    return text === undefined
      ? []
      : [{ id, name, text, theirs: isTheirs ? wrong : undefined, ...(wrong ? { field: wrong.name } : {}) }];
  });
  if (problems.length === 0) {
    return null;
  }
  return (
    <Banner tone="warning" className="m-3 mb-0">
      <ul className="grid gap-1">
        {problems.slice(0, most).map(({ id, name, text, theirs, field }) => (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <button
              type="button"
              className="min-w-0 truncate text-left hover:underline"
              onClick={() => onGo(id, field)}
            >
              <span className="font-medium">{name}</span>: {text}
            </button>
            <IconButton
              label={theirs ? words.takeTheirs(theirs.title) : words.discardRow}
              icon={<Undo2 className="size-3.5" />}
              className="size-6"
              onClick={() => (theirs ? drafts.giveUp(id, theirs.name) : drafts.drop(id))}
            />
          </li>
        ))}
        {problems.length > most ? <li>{recordWords.andMore(problems.length - most)}</li> : null}
      </ul>
    </Banner>
  );
}
