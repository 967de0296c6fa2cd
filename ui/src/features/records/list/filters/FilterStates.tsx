import { FilterX } from "lucide-react";
import { ApiError, detailOf } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { words } from "./messages";
import { type ListFilter, nameOf } from "./useListFilter";

const Reset = ({ onReset }: { onReset: () => void }) => <Button onClick={onReset}>{words.reset}</Button>;

interface BrokenFilterProps {
  filter: ListFilter;
  error: ApiError;
  onReset: () => void;
}

/** Whether it is the list's filter that the server doesn't take. */
export const isBroken = (filter: ListFilter, error: Error): error is ApiError =>
  filter.where !== undefined && error instanceof ApiError && error.status === 422;

/** Stands for a list whose filter the server doesn't take: a field of it is out of use, say. */
export function BrokenFilter({ filter, error, onReset }: BrokenFilterProps) {
  const named = Object.keys(error.errors).join(", ");
  const detail = detailOf(error).replace(/\.$/, "");
  const what = named === "" ? detail : `${detail}: ${named}`;
  // What is wrong in a query the server says by itself.
  const isQuery = filter.where?.query !== undefined;
  return (
    <PageState
      role="alert"
      icon={<FilterX />}
      title={words.broken(nameOf(filter))}
      text={isQuery ? words.queryError(detailOf(error)) : words.brokenHint(what)}
      action={
        <>
          <Reset onReset={onReset} />
          <Button onClick={() => filter.setAsked(filter.current ? "edit" : "unsaved")}>{words.edit}</Button>
        </>
      }
    />
  );
}

export function GoneFilter({ onReset }: { onReset: () => void }) {
  return (
    <Banner tone="warning" className="m-3 mb-0" action={<Reset onReset={onReset} />}>
      {words.gone}
    </Banner>
  );
}
