import { type Option, TransferList } from "@/components/TransferList/TransferList";
import { transferWords } from "@/components/TransferList/words";
import { compareText } from "@/lib/compare";
import { schemasAtom, useAtomValue } from "@/store";
import { words } from "./messages";
import { include, type RightSet } from "./rights";
import type { Step } from "./useRightsDraft";

interface SetObjectsProps {
  set: RightSet;
  /** The set as it is stored: what stands elsewhere there is marked. */
  stored: RightSet;
  isReadOnly: boolean;
  onStep: (step: Step) => void;
}

/** Which objects a set is about. */
export function SetObjects({ set, stored, isReadOnly, onStep }: SetObjectsProps) {
  const schemas = useAtomValue(schemasAtom) ?? [];
  const names = new Set([...schemas.map((one) => one.api_name), ...Object.keys(set.objects)]);
  const options = [...names]
    .map((id): Option => {
      const schema = schemas.find((one) => one.api_name === id);
      const isMoved = id in set.objects !== id in stored.objects;
      return { id, label: schema?.plural ?? schema?.title ?? id, isMoved };
    })
    .sort((left, right) => compareText(left.label, right.label));
  return (
    <div className="flex flex-col gap-3 px-6 pb-5 @max-md:px-4">
      <p className="text-n11">{words.objectsLead}</p>
      <TransferList
        words={transferWords}
        excluded={options.filter(({ id }) => !(id in set.objects))}
        included={options.filter(({ id }) => id in set.objects)}
        isReadOnly={isReadOnly}
        onMove={(ids, isIn) => onStep((had) => include(had, ids, isIn))}
      />
    </div>
  );
}
