/** Shown for a field without a value. */
export const Empty = () => <span className="text-n10">–</span>;
