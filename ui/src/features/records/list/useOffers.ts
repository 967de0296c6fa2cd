import type { ObjectSchema } from "@/api";
import type { FieldSpec } from "@/fields";
import { identityAtom, useAtomValue } from "@/store";
import { pluralOf } from "../objects";
import type { Applied } from "./grid/ApplyDialog";
import type { MassOffer } from "./grid/GridMode";
import { words } from "./grid/messages";

const numbers = new Intl.NumberFormat("en-US");
const massRight = "mass_update";

interface Offering {
  schema: ObjectSchema;
  /** The ticked records. */
  ids: ReadonlySet<string>;
  /** Of the whole list; undefined where no filter can name its records. */
  total: number | undefined;
  onApply: (applied: Applied) => void;
}

/** What sets the value of a cell in the ticked records, or in all of the list. */
export function useOffers({ schema, ids, total, onApply }: Offering) {
  const identity = useAtomValue(identityAtom);
  const mayAll = total !== undefined && total > 0 && identity?.system.includes(massRight) === true;
  const countOf = (count: number) =>
    count === 1
      ? `1 ${schema.title.toLowerCase()}`
      : `${numbers.format(count)} ${pluralOf(schema).toLowerCase()}`;
  return (field: FieldSpec): MassOffer[] =>
    field.property.unique === true
      ? []
      : [
          ...(ids.size > 0
            ? [
                {
                  label: words.applySelected(numbers.format(ids.size)),
                  run: (of: FieldSpec, value: unknown) =>
                    onApply({ field: of, value, ids: [...ids], count: countOf(ids.size) }),
                },
              ]
            : []),
          ...(mayAll
            ? [
                {
                  label: words.applyAll(numbers.format(total)),
                  run: (of: FieldSpec, value: unknown) =>
                    onApply({ field: of, value, ids: undefined, count: countOf(total) }),
                },
              ]
            : []),
        ];
}
