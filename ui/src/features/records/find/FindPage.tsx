import { useNavigate, useSearch } from "@tanstack/react-router";
import { Search, SearchX } from "lucide-react";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SearchBox } from "@/components/SearchBox/SearchBox";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { t } from "@/messages";
import { schemasAtom, useAtomValue } from "@/store";
import { findSearch } from "../search";
import { FoundSection } from "./FoundSection";
import { words } from "./messages";
import { useFindings } from "./useFindings";

/** What is found of all objects, with where it was found marked. */
export function FindPage() {
  const { q = "" } = findSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const schemas = useAtomValue(schemasAtom) ?? [];
  const { data, error, refetch } = useFindings(q);
  const content = () => {
    if (q === "") {
      return <PageState icon={<Search />} title={words.start} text={words.hint} />;
    }
    if (error) {
      return <FetchFailed title={words.failed} error={error} onRetry={() => void refetch()} />;
    }
    if (!data) {
      return <SkeletonRows label={t.frame.loading} />;
    }
    if (data.length === 0) {
      return <PageState icon={<SearchX />} title={words.nothing} text={words.nothingHint(q)} />;
    }
    return (
      <div className="grid max-w-3xl gap-6 px-5 py-4 max-sm:px-4">
        {data.map((found) => {
          const schema = schemas.find((one) => one.api_name === found.object);
          return schema ? <FoundSection key={found.object} schema={schema} found={found} text={q} /> : null;
        })}
      </div>
    );
  };
  return (
    <>
      <PageHeader title={words.title} />
      <div className="flex h-12 shrink-0 items-center border-b bg-surface px-5 max-sm:px-4">
        <SearchBox
          label={words.label}
          clearLabel={words.clear}
          search={q}
          onSearch={(text) =>
            void navigate({ to: "/search", search: text === "" ? {} : { q: text }, replace: true })
          }
          className="max-w-xl"
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto bg-surface">{content()}</div>
    </>
  );
}
