import { schemasAtom, useAtomValue } from "@/store";
import { words } from "./messages";
import { readSet } from "./rights";
import { ToldChanges } from "./ToldChanges";

interface Change {
  before: unknown;
  after: unknown;
}

/** Which objects a set is about, before and after. */
function ToldIncluded({ before, after }: Change) {
  const schemas = useAtomValue(schemasAtom) ?? [];
  const titles = (from: unknown, without: unknown) => {
    const had = readSet({ schemas: without }).objects;
    return Object.keys(readSet({ schemas: from }).objects)
      .filter((name) => !(name in had))
      .map((name) => schemas.find((one) => one.api_name === name)?.plural ?? name)
      .join(", ");
  };
  const included = titles(after, before);
  const excluded = titles(before, after);
  return (
    <ul className="flex flex-col gap-0.5">
      {included ? (
        <li>
          <span className="text-success">{words.included}</span> {included}
        </li>
      ) : null}
      {excluded ? (
        <li>
          <span className="text-danger">{words.excluded}</span> {excluded}
        </li>
      ) : null}
      {included || excluded ? null : <li className="text-n11">{words.noChange}</li>}
    </ul>
  );
}

/** A field of a permission set that says what it gives, before and after. */
export function ToldField({ field, ...change }: Change & { field: string }) {
  return field === "schemas" ? (
    <ToldIncluded {...change} />
  ) : (
    <ToldChanges before={readSet({ [field]: change.before })} after={readSet({ [field]: change.after })} />
  );
}
