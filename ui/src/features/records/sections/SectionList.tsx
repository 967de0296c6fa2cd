import { useLayoutEffect, useRef, useState } from "react";
import { toast } from "@/components/Toaster/toasts";
import { remember } from "@/lib/storage";
import { useDragging } from "@/lib/useDragging";
import { withChange, withMove, withoutSection, withSectionAgain } from "./changes";
import { EditSection } from "./EditSection";
import { changeSections, currentSections } from "./keeping";
import { words } from "./messages";
import { RailSection } from "./RailSection";
import { rowsKey } from "./rows";
import { SectionRow } from "./SectionRow";
import type { Section } from "./sections";
import { useHold } from "./useHold";
import type { Sectioned } from "./useSections";

interface SectionListProps {
  isRail: boolean;
  sections: readonly Section[];
  sectioned: ReadonlyMap<string, Sectioned>;
}

/** Before a section goes, with the focus in it, its neighbour takes that, or what adds a section. */
function focusBeside(list: HTMLElement | null, id: string): void {
  const rows = [...(list?.children ?? [])];
  const at = rows.findIndex((row) => row.getAttribute("data-section") === id);
  const beside = rows[at + 1] ?? rows[at - 1] ?? list?.parentElement;
  beside?.querySelector<HTMLElement>(":scope > button, :scope > div > button")?.focus();
}

function remove(section: Section): void {
  const at = currentSections().findIndex(({ id }) => id === section.id);
  void changeSections((had) => withoutSection(had, section.id));
  remember(rowsKey(section.id), undefined);
  toast.info(words.removed(section.name), {
    label: words.undo,
    run: () => void changeSections((had) => withSectionAgain(had, section, at)),
  });
}

/** Gives the focus back to what had it before a change of the order took it out of the page for a moment. */
function useKeptFocus(order: string) {
  const held = useRef<Element>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the order
  useLayoutEffect(() => {
    const element = held.current;
    held.current = undefined;
    if (element instanceof HTMLElement && element.isConnected && document.activeElement === document.body) {
      element.focus();
      // What it stood in may have closed meanwhile.
      if (document.activeElement !== element) {
        element.closest("[data-section]")?.querySelector("button")?.focus();
      }
    }
  }, [order]);
  return () => {
    held.current = document.activeElement ?? undefined;
  };
}

/** The sections, and how they are changed: by their menus and keys, by drag, and in a dialog. */
export function SectionList({ isRail, sections, sectioned }: SectionListProps) {
  const [edited, setEdited] = useState<string>();
  const [said, say] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const isHeld = useHold(list);
  const holdFocus = useKeptFocus(sections.map(({ id }) => id).join());

  const move = (id: string, to: number) => {
    const at = Math.max(0, Math.min(to, sections.length - 1));
    const section = sections.find((one) => one.id === id);
    if (section && sections[at] !== section) {
      holdFocus();
      say(words.moved(section.name, at + 1, sections.length));
      void changeSections((had) => withMove(had, id, to, (one) => sectioned.has(one.api_name)));
    }
  };
  const dragging = useDragging(
    sections.map(({ id }) => id),
    move,
  );

  const shown = sections.flatMap((section, at) => {
    const about = sectioned.get(section.api_name);
    if (!about) {
      return [];
    }
    const doing = {
      section,
      about,
      at,
      of: sections.length,
      onMove: (to: number) => move(section.id, to),
      onEdit: () => setEdited(section.id),
      onRemove: () => {
        focusBeside(list.current, section.id);
        remove(section);
      },
    };
    return isRail ? (
      <RailSection key={section.id} {...doing} isHeld={isHeld} />
    ) : (
      <SectionRow key={section.id} {...doing} dragging={dragging} isHeld={isHeld} />
    );
  });

  const at = sections.findIndex(({ id }) => id === edited);
  const section = sections[at];
  const about = section && sectioned.get(section.api_name);
  return (
    <>
      <ul ref={list} className="flex flex-col gap-px">
        {shown}
      </ul>
      <span role="status" className="sr-only">
        {said}
      </span>
      {section && about ? (
        <EditSection
          key={section.id}
          section={section}
          own={about.icon}
          at={at}
          of={sections.length}
          onMove={(to) => move(section.id, to)}
          onSave={(change) => {
            setEdited(undefined);
            void changeSections((had) => withChange(had, section.id, change));
          }}
          onRemove={() => {
            setEdited(undefined);
            remove(section);
          }}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  );
}
