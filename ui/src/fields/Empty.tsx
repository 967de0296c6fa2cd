/** What stands where a field holds nothing. */
export const Empty = () => <span className="text-n10">–</span>;
