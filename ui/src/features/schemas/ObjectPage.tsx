import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ArchiveX, SearchX } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "@/api";
import { Button } from "@/components/Button/Button";
import { Choices } from "@/components/Choices/Choices";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { FetchFailed } from "@/feature/FetchFailed";
import { useAsAbsent } from "@/lib/openTitle";
import { objectName } from "@/lib/paths";
import { type Asked, AskedDialog } from "./AskedDialog";
import { bringBack } from "./bringBack";
import { ChangeBar } from "./ChangeBar";
import { FieldSheet } from "./FieldSheet";
import { FieldTable } from "./FieldTable";
import { words } from "./messages";
import { objectsPath } from "./names";
import { ObjectHead } from "./ObjectHead";
import { PreviewTab } from "./PreviewTab";
import { RetiredList } from "./RetiredList";
import { useReach } from "./reach";
import { type ObjectSearch, objectSearch, type Tab } from "./search";
import { useDefinition, useFormats } from "./useDefinition";
import type { Known } from "./useFieldForm";
import { useOrdering } from "./useOrdering";

interface TabContentProps extends Known {
  tab: Tab;
  onOpen: (name: string) => void;
  onRetire: (name: string) => void;
}

function TabContent({ tab, onOpen, onRetire, ...known }: TabContentProps) {
  const { definition, formats, take } = known;
  const { api_name: object, retired = [] } = definition;
  const move = useOrdering(known);
  const reach = useReach(definition);
  if (tab === "preview") {
    return <PreviewTab object={object} />;
  }
  if (tab === "fields") {
    return (
      <FieldTable
        definition={definition}
        reach={reach}
        formats={formats}
        onOpen={onOpen}
        onRetire={onRetire}
        onMove={move}
      />
    );
  }
  return retired.length > 0 ? (
    <RetiredList
      label={words.tabs.retired}
      items={retired}
      nameOf={({ name }) => name}
      mayRestore={reach.field}
      onRestore={({ name, title }) => bringBack(object, title, name).then((now) => now && take(now))}
    />
  ) : (
    <PageState icon={<ArchiveX />} title={words.noRetired} text={words.noRetiredHint} />
  );
}

/** An object: its fields in their order, the form of a new record, and what was retired of it. */
function ObjectPage(known: Known) {
  const { definition, again } = known;
  const navigate = useNavigate();
  const search = objectSearch(useSearch({ strict: false }));
  const [asked, setAsked] = useState<Asked>();
  const [another, setAnother] = useState(0);
  const reach = useReach(definition);
  // Nothing of it is a step to go back by: with work on the page that would leave it unasked.
  const show = (change: { [K in keyof ObjectSearch]: ObjectSearch[K] | undefined }) =>
    void navigate({
      to: ".",
      replace: true,
      search: (had: Record<string, unknown>) =>
        Object.fromEntries(Object.entries({ ...had, ...change }).filter(([, value]) => value !== undefined)),
    });

  // Whoever comes while a change is under way, and whoever comes again, sees how far it has got.
  const underway = definition.change?.job;
  const showChange = useEffectEvent(() => show({ change: underway }));
  useEffect(() => {
    if (underway !== undefined) {
      showChange();
    }
  }, [underway]);

  const tab = search.tab ?? "fields";
  const retired = definition.retired ?? [];
  const tabs: Record<Tab, string> = {
    ...words.tabs,
    retired: retired.length > 0 ? `${words.tabs.retired} (${retired.length})` : words.tabs.retired,
  };
  const isSheet =
    search.add === true || (search.field !== undefined && search.field in definition.properties);
  return (
    <>
      <ObjectHead
        definition={definition}
        onAdd={() => show({ add: true })}
        onEdit={() => setAsked({ what: "edit" })}
        onRetire={() => setAsked({ what: "retire" })}
      />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto flex max-w-4xl flex-col gap-4 px-5 py-5 max-sm:px-3">
          {search.change === undefined ? null : (
            <ChangeBar
              key={search.change}
              job={search.change}
              onOver={() => void again()}
              onDismiss={() => show({ change: undefined })}
            />
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Choices
              label={words.view}
              words={tabs}
              chosen={tab}
              onChoose={(one) => show({ tab: one === "fields" ? undefined : one })}
            />
            {tab === "fields" && reach.object ? (
              <p className="flex-1 text-right text-meta text-n11 max-md:hidden">{words.orderHint}</p>
            ) : null}
          </div>
          <TabContent
            {...known}
            tab={tab}
            onOpen={(field) => show({ field })}
            onRetire={(name) => setAsked({ what: "retireField", name })}
          />
        </div>
      </div>
      {isSheet ? (
        <FieldSheet
          key={search.add ? `add ${another}` : `field ${search.field}`}
          {...known}
          name={search.add ? undefined : search.field}
          onClose={() => show({ add: undefined, field: undefined })}
          onSaved={(now, isAnother) => {
            const change = now.change ? { change: now.change.job } : {};
            setAnother((count) => count + 1);
            show({ ...change, field: undefined, add: isAnother ? true : undefined });
          }}
        />
      ) : null}
      {asked ? <AskedDialog {...known} asked={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

function Unknown() {
  const navigate = useNavigate();
  useAsAbsent(true);
  return (
    <PageState
      role="alert"
      icon={<SearchX />}
      title={words.unknown}
      text={words.unknownHint}
      action={<Button onClick={() => void navigate({ to: objectsPath })}>{words.back}</Button>}
    />
  );
}

function KnownObject({ object }: { object: string }) {
  const { definition, error, again, take } = useDefinition(object);
  const formats = useFormats();
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) {
    return <Unknown />;
  }
  if (definition && formats) {
    return <ObjectPage definition={definition} formats={formats} again={again} take={take} />;
  }
  return error ? (
    <FetchFailed title={words.loadError} error={error} onRetry={() => void again()} />
  ) : (
    <SkeletonRows label={words.loading} />
  );
}

export function ObjectRoute() {
  const { object = "" } = useParams({ strict: false });
  const name = objectName(object);
  return <KnownObject key={name} object={name} />;
}
