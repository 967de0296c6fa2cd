import { TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { PageState } from "@/components/PageState/PageState";
import { Panel } from "@/components/Panel/Panel";
import type { BodyProps } from "@/feature";
import { t } from "@/messages";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { AssignedPeople } from "./AssignedPeople";
import { Matrix } from "./Matrix";
import { words } from "./messages";
import { administering, setObject } from "./objects";
import { setOf } from "./rights";
import { SaveBar } from "./SaveBar";
import { SetObjects } from "./SetObjects";
import { SystemRights } from "./SystemRights";
import { ToldChanges } from "./ToldChanges";
import { usePanels } from "./usePanels";
import type { RightsDraft } from "./useRightsDraft";
import { useSetPage } from "./useSetPage";

/** What somebody else made of the set while one changes it, and that one's own save came too late. */
function Meanwhile({ draft, who }: { draft: RightsDraft; who: string }) {
  if (!draft.meanwhile) {
    return null;
  }
  return (
    <Banner tone="warning" icon={<TriangleAlert aria-hidden />} className="max-h-40 overflow-y-auto">
      <p>{draft.isRaced ? words.raced : words.meanwhile(who)}</p>
      <ToldChanges {...draft.meanwhile} />
    </Banner>
  );
}

/** The page of a permission set: what it is about, what it gives, to whom, and what it is called. */
export function SetPanels({ record, isEditing, children }: BodyProps) {
  const identity = useAtomValue(identityAtom);
  const panels = usePanels(["rights"]);
  const page = useSetPage(record);
  const { rights, people } = page;
  const mayChange = rightsFor(identity, setObject).update && identity?.user.is_superuser === true;
  const mayAssign = identity?.system.includes(administering) === true;
  const count = Object.keys(rights.set.objects).length;
  const form = useRef<HTMLDivElement>(null);

  // The form that somebody asked for is to be seen.
  const { open } = panels;
  const openForm = useRef(open);
  openForm.current = open;
  useEffect(() => {
    if (isEditing) {
      openForm.current("details");
      requestAnimationFrame(() => {
        form.current?.scrollIntoView({ block: "nearest" });
        form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
      });
    }
  }, [isEditing]);

  return (
    <>
      <Panel title={words.panels.objects} hint={count} {...panels.of("objects")}>
        <SetObjects set={rights.set} stored={setOf(record)} isReadOnly={!mayChange} onStep={rights.take} />
      </Panel>
      <Panel title={words.panels.rights} {...panels.of("rights")}>
        {count > 0 ? (
          <>
            {mayChange ? (
              <p className="px-6 pb-2 text-meta text-n11 @max-md:hidden">{words.matrixLead}</p>
            ) : null}
            <Matrix set={rights.set} isReadOnly={!mayChange} onStep={rights.take} />
          </>
        ) : (
          <PageState
            title={words.noObjects}
            text={mayChange ? words.noObjectsHint : words.noObjectsRead}
            action={
              mayChange ? (
                <Button tone="primary" onClick={() => panels.open("objects")}>
                  {words.includeFirst}
                </Button>
              ) : null
            }
          />
        )}
      </Panel>
      <Panel
        title={words.panels.users}
        hint={people.isKnown && !people.isLoading ? people.included.length : undefined}
        {...panels.of("users")}
      >
        <AssignedPeople people={people} isReadOnly={!mayAssign} onMove={page.move} />
      </Panel>
      <Panel title={words.panels.details} {...panels.of("details")}>
        <div ref={form}>{children}</div>
        <SystemRights set={rights.set} isReadOnly={!mayChange} onStep={rights.take} />
      </Panel>
      <SaveBar
        what={page.unsaved}
        isSaving={page.isSaving}
        onSave={() => void page.save()}
        onDiscard={page.discard}
      >
        <Meanwhile draft={rights} who={record.modified_by?.name ?? t.records.someone} />
      </SaveBar>
    </>
  );
}
