import { Plus } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/IconButton/IconButton";
import { part } from "@/feature";
import { keyWords } from "../names";
import { Standing } from "./Standing";
import { useSectioned, useSections } from "./useSections";

const pages = () => import("../pages");
const SectionList = part(() => pages().then((file) => file.SectionList), undefined, Standing);
const AddSection = part(() => pages().then((file) => file.AddSection));

/**
 * A person's own sections of the navigation, and the way to one more. This is all that is drawn with the first page;
 * what the sections show, and how they are changed, comes when that stands, into the place that is kept for it.
 */
export function Sections({ isRail = false }: { isRail?: boolean }) {
  const sectioned = useSectioned();
  const sections = useSections(sectioned);
  const [isAdding, setAdding] = useState(false);
  const add = () => setAdding(true);
  return (
    <div className="mt-px flex flex-col gap-px">
      {sections.length > 0 ? <SectionList isRail={isRail} sections={sections} sectioned={sectioned} /> : null}
      {isRail ? (
        <IconButton
          label={keyWords.addSection}
          icon={<Plus className="size-4" />}
          className="size-9 self-center"
          onClick={add}
        />
      ) : (
        <button
          type="button"
          onClick={add}
          className="flex h-8 shrink-0 items-center gap-2.5 rounded px-2 text-left text-n10 transition-colors duration-120 hover:bg-n4 hover:text-n12"
        >
          <Plus aria-hidden className="size-4 shrink-0" />
          <span className="truncate">{keyWords.addSection}</span>
        </button>
      )}
      {isAdding ? <AddSection sectioned={sectioned} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
