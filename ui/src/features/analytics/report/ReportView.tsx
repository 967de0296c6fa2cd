import { ArrowLeft, Copy, Ellipsis, PanelRight, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import type { Rights, WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Choices } from "@/components/Choices/Choices";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { useDebounced } from "@/fields/lookup/useLookup";
import { identityAtom, rightsFor, schemasAtom, useAtomValue, useSchema } from "@/store";
import type { Asked, Figures } from "../charts/api";
import { missing } from "../charts/settings";
import { useFigures } from "../charts/useFigures";
import { words } from "../messages";
import type { ReportDraft } from "./draft";
import { FiltersPanel } from "./FiltersPanel";
import { chartFieldsOf, useColumns } from "./fields";
import { Results, type ResultTab } from "./Results";
import { SettingsPanel } from "./SettingsPanel";

export type Side = "settings" | "filters" | "none";

interface ReportViewProps {
  title: string;
  draft: ReportDraft;
  record: WireRecord | undefined;
  isEditing: boolean;
  isSaving: boolean;
  rights: Rights;
  tab: ResultTab;
  side: Side;
  notice: ReactNode;
  onTab: (tab: ResultTab) => void;
  onSide: (side: Side) => void;
  onDraft: (draft: ReportDraft) => void;
  onBack: () => void;
  onSave: () => void;
  onCancel: () => void;
  onNew: () => void;
  onEdit: () => void;
  onClone: () => void;
  onDelete: () => void;
  onPoint?: (figures: Figures, point: number, series: number) => void;
}

/** What a draft asks the server for; undefined while it lacks something. */
function askedOf(draft: ReportDraft): Asked | undefined {
  const isComplete = draft.object !== "" && missing(draft.settings) === undefined;
  if (!isComplete || (draft.isSql && draft.sql.trim() === "")) {
    return undefined;
  }
  const { object, isSql, sql, filters, isAny, settings } = draft;
  return { source: { object, query: isSql ? sql : "", filters, isAny }, settings };
}

/** The object's records as a query. */
const asSql = ({ object }: ReportDraft): string => `SELECT * FROM ${object}`;

const none = [] as const;

/** A report: its chart is the page, its settings are at its side while it is edited. */
export function ReportView(props: ReportViewProps) {
  const { title, draft, record, isEditing, rights, tab, side, onDraft } = props;
  const identity = useAtomValue(identityAtom);
  const schemas = (useAtomValue(schemasAtom) ?? none).filter(
    ({ api_name: name }) => rightsFor(identity, name).read,
  );
  const schema = useSchema(draft.object || undefined);
  const asked = askedOf(draft);
  // What is typed is not asked for letter by letter.
  const settled = useDebounced(JSON.stringify(asked ?? null), 300);
  const shown = useMemo(() => (JSON.parse(settled) as Asked | null) ?? undefined, [settled]);
  const found = useFigures(asked ? shown : undefined);
  const { columns, error } = useColumns({ isSql: draft.isSql, sql: useDebounced(draft.sql, 300) });
  const fields = useMemo(() => columns ?? (schema ? chartFieldsOf(schema) : []), [columns, schema]);
  const isOpen = isEditing && side !== "none";

  const more = [
    ...(rights.create
      ? [
          { key: "new", label: words.new, icon: <Plus />, onSelect: props.onNew },
          { key: "clone", label: words.clone, icon: <Copy />, onSelect: props.onClone },
        ]
      : []),
    ...(rights.delete
      ? [{ key: "delete", label: words.remove, icon: <Trash2 />, onSelect: props.onDelete }]
      : []),
  ];
  return (
    <>
      <PageHeader
        isRecord={record !== undefined}
        title={title}
        before={
          <IconButton
            label={words.backToList}
            icon={<ArrowLeft className="size-4" />}
            onClick={props.onBack}
            className="-ml-2"
          />
        }
        actions={
          isEditing ? (
            <>
              <IconButton
                label={isOpen ? words.hideSettings : words.showSettings}
                icon={<PanelRight className="size-4" />}
                onClick={() => props.onSide(isOpen ? "none" : "settings")}
              />
              <Button disabled={props.isSaving} onClick={props.onCancel}>
                {words.cancel}
              </Button>
              <Button tone="primary" keys="alt+mod+c" isBusy={props.isSaving} onClick={props.onSave}>
                {words.save}
              </Button>
            </>
          ) : (
            <>
              {rights.update ? (
                <Button
                  tone="primary"
                  keys="alt+mod+e"
                  icon={<Pencil className="size-4" />}
                  onClick={props.onEdit}
                >
                  {words.edit}
                </Button>
              ) : null}
              {record && more.length > 0 ? (
                <Menu
                  label={words.more}
                  isIcon
                  sections={[{ items: more }]}
                  trigger={<Ellipsis className="size-4" />}
                  triggerClassName="inline-flex size-8 shrink-0 items-center justify-center rounded text-n11 transition-colors duration-120 hover:bg-n4 hover:text-n12 aria-expanded:bg-n4"
                />
              ) : null}
            </>
          )
        }
      />
      {props.notice ? <Banner tone="warning">{props.notice}</Banner> : null}
      <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
        <Results
          draft={draft}
          found={found}
          tab={tab}
          record={record}
          onTab={props.onTab}
          onPoint={props.onPoint}
        />
        {isOpen ? (
          <aside
            aria-label={words.settings}
            className="flex w-80 shrink-0 flex-col overflow-y-auto border-l bg-surface max-md:order-first max-md:w-full max-md:overflow-visible max-md:border-b max-md:border-l-0"
          >
            <div className="sticky top-0 z-1 flex h-12 shrink-0 items-center border-b bg-surface px-3">
              <Choices
                label={words.settings}
                words={words.sides}
                chosen={side}
                onChoose={(next) => props.onSide(next)}
              />
            </div>
            {side === "filters" ? (
              <FiltersPanel draft={draft} onChange={onDraft} />
            ) : (
              <SettingsPanel
                draft={draft}
                schemas={schemas}
                fields={fields}
                sqlError={error}
                asSql={() => asSql(draft)}
                onChange={onDraft}
              />
            )}
          </aside>
        ) : null}
      </div>
    </>
  );
}
