import { SkeletonLines } from "@/components/Skeleton/Skeleton";
import { rowsOf } from "./rows";
import type { Section } from "./sections";

/** The rows of a section before they are read. */
export const StandingRows = ({ section }: { section: string }) => (
  <SkeletonLines count={rowsOf(section)} className="pl-8.5" />
);

/** Keeps the place of the sections, in their shape, until their code is there. */
export function Standing({ isRail, sections }: { isRail: boolean; sections: readonly Section[] }) {
  return sections.map(({ id, name, isFolded }) => (
    <div key={id}>
      <div className={isRail ? "h-9" : "flex h-8 items-center pl-8.5 text-n11"}>
        {isRail ? null : <span className="truncate">{name}</span>}
      </div>
      {isRail || isFolded ? null : <StandingRows section={id} />}
    </div>
  ));
}
