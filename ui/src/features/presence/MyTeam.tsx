import { Colleagues } from "./Colleagues";

/** Who is here now. */
export function MyTeam() {
  return (
    <div className="px-2 py-2">
      <Colleagues />
    </div>
  );
}
