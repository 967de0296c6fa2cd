import { Check } from "lucide-react";
import { Tick } from "@/components/Tick/Tick";
import { words } from "./messages";
import type { Grid } from "./useGrid";

interface RightCellProps {
  label: string;
  isOn: boolean;
  isPartly?: boolean;
  isReadOnly: boolean;
  /** Its place in the grid. */
  cell: ReturnType<Grid["cell"]>;
  onGive: (isOn: boolean) => void;
}

/** One right: a box to tick, or a mark where one may only read. */
export function RightCell({ label, isOn, isPartly = false, isReadOnly, cell, onGive }: RightCellProps) {
  if (isReadOnly) {
    return (
      <td className="h-9 border-b text-center align-middle">
        <span className="sr-only">{`${label}: ${isOn ? words.isGiven : words.isNotGiven}`}</span>
        {isOn ? (
          <Check aria-hidden className="mx-auto size-4 text-success" />
        ) : (
          <span aria-hidden className="text-n10">
            –
          </span>
        )}
      </td>
    );
  }
  return (
    <td className="h-9 border-b align-middle">
      <Tick
        {...cell}
        label={label}
        isOn={isOn}
        isPartly={isPartly}
        className="mx-auto"
        onChange={(event) => onGive(event.target.checked)}
      />
    </td>
  );
}
