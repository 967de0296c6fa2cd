import { Inbox, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { ObjectSchema } from "@/api";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { words } from "../messages";
import { words as filterWords } from "./filters/messages";
import { words as own } from "./messages";

interface EmptyListProps {
  schema: ObjectSchema;
  title: string;
  search: string;
  isFiltered: boolean;
  /** Undefined for users who may not create one. */
  newButton: ReactNode;
  onClearSearch: () => void;
  onReset: () => void;
}

/** Stands for a list without records, with what to do about that. */
export function EmptyList({
  schema,
  title,
  search,
  isFiltered,
  newButton,
  onClearSearch,
  onReset,
}: EmptyListProps) {
  if (search) {
    return (
      <PageState
        icon={<SearchX />}
        title={title}
        text={words.nothingFoundHint(search)}
        action={<Button onClick={onClearSearch}>{words.clearSearch}</Button>}
      />
    );
  }
  return isFiltered ? (
    <PageState
      icon={<SearchX />}
      title={own.noMatching}
      text={filterWords.nothingLeft}
      action={<Button onClick={onReset}>{filterWords.reset}</Button>}
    />
  ) : (
    <PageState
      icon={<Inbox />}
      title={title}
      text={newButton ? words.noRecordsHint(schema.title) : ""}
      action={newButton}
    />
  );
}
