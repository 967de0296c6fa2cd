import { useWidths } from "./widths";

/** The edge of a column's head, by which it is made wider. Its width can be typed in the Columns dialog as well. */
export function ColumnEdge({ field }: { field: string }) {
  const { begin, reset } = useWidths();
  return (
    <span
      aria-hidden
      data-edge={field}
      onPointerDown={(event) => {
        event.stopPropagation(); // the head itself is dragged elsewhere
        begin(event, field);
      }}
      onDoubleClick={() => reset(field)}
      className="absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-2 after:left-[3px] after:w-px after:bg-transparent hover:after:bg-accent active:after:bg-accent max-sm:hidden"
    />
  );
}
