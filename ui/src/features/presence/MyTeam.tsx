import { Colleagues } from "./Colleagues";

/** Who is here now. */
export function MyTeam() {
  return (
    <div className="rounded-lg border bg-surface px-2 py-2">
      <Colleagues />
    </div>
  );
}
