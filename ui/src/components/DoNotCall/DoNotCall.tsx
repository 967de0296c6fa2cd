import { Pill } from "@/components/Pill/Pill";

const words = { short: "DNC", meaning: "On the do-not-call list" };

/** Takes the place of what calls or texts a contact who asked for neither. */
export function DoNotCall() {
  return (
    <Pill tone="danger">
      <abbr title={words.meaning} className="no-underline">
        {words.short}
      </abbr>
    </Pill>
  );
}
