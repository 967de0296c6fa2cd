import { ChevronDown, ChevronRight } from "lucide-react";
import type { ObjectSchema } from "@/api";
import { cn } from "@/lib/cn";
import { columnOf, isPossible } from "./Matrix";
import { words } from "./messages";
import { rightNames, scopeNames } from "./names";
import { RightCell } from "./RightCell";
import {
  allFields,
  giveObject,
  giveScope,
  givesField,
  type ObjectRights,
  rightFields,
  rights,
  type Scope,
  scopes,
} from "./rights";
import type { Grid } from "./useGrid";
import type { Step } from "./useRightsDraft";

interface ObjectRowProps {
  name: string;
  schema: ObjectSchema | undefined;
  given: ObjectRights;
  grid: Grid;
  isOpen: boolean;
  isReadOnly: boolean;
  onToggle: () => void;
  onStep: (step: Step) => void;
}

/** How many fields the set gives at all, in words. */
function fieldHint(schema: ObjectSchema | undefined, given: ObjectRights): string {
  if (!schema || givesField(given, allFields, "read")) {
    return words.everyField;
  }
  const fields = rightFields(schema);
  return words.fieldCount(fields.filter((field) => givesField(given, field, "read")).length, fields.length);
}

/** An object of a set: its rights, and which of its records they are about. */
export function ObjectRow(props: ObjectRowProps) {
  const { name, schema, given, grid, isOpen, isReadOnly, onToggle, onStep } = props;
  const plural = schema?.plural ?? schema?.title ?? name;
  return (
    <tr aria-level={1} aria-expanded={schema ? isOpen : undefined} className="hover:bg-n2">
      <th scope="row" className="h-11 border-b font-normal">
        <button
          type="button"
          {...grid.cell(name, columnOf.name)}
          aria-expanded={schema ? isOpen : undefined}
          disabled={!schema}
          onClick={onToggle}
          className="flex w-full min-w-0 items-center gap-2 pl-4 text-left @max-md:pl-2"
        >
          <ChevronRight
            aria-hidden
            className={cn(
              "size-3.5 shrink-0 text-n10 transition-transform duration-120",
              isOpen && "rotate-90",
              !schema && "invisible",
            )}
          />
          <span className="flex min-w-0 flex-col">
            <span className="truncate font-medium">{plural}</span>
            <span className="truncate text-meta text-n11">{fieldHint(schema, given)}</span>
          </span>
        </button>
      </th>
      {rights.map((right) =>
        isReadOnly || isPossible(schema, right) || given[right] ? (
          <RightCell
            key={right}
            label={words.cell(rightNames[right], plural)}
            isOn={given[right]}
            isReadOnly={isReadOnly}
            cell={grid.cell(name, columnOf[right])}
            onGive={(isOn) => onStep((set) => giveObject(set, name, right, isOn))}
          />
        ) : (
          <td
            key={right}
            data-tip={words.nobody(rightNames[right], plural.toLowerCase())}
            className="border-b text-center text-n10"
          >
            –
          </td>
        ),
      )}
      <td className="border-b px-2 @max-md:px-0">
        {isReadOnly ? (
          <span className="block px-1">{scopeNames[given.scope]}</span>
        ) : (
          <span className="relative block">
            <select
              {...grid.cell(name, columnOf.rows)}
              aria-label={words.rowsLabel(plural.toLowerCase())}
              value={given.scope}
              onChange={(event) => {
                const scope = event.target.value as Scope;
                onStep((set) => giveScope(set, name, scope));
              }}
              className="h-7 w-full appearance-none rounded-sm border border-transparent bg-transparent pr-5 pl-1 hover:border-n7"
            >
              {scopes.map((scope) => (
                <option key={scope} value={scope} className="bg-raised">
                  {scopeNames[scope]}
                </option>
              ))}
            </select>
            <ChevronDown
              aria-hidden
              className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-1 size-3.5 text-n10"
            />
          </span>
        )}
      </td>
    </tr>
  );
}
