import { Check } from "lucide-react";
import type { ObjectSchema } from "@/api";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import type { Asked, EffectiveRights } from "./api";
import { words } from "./messages";
import { rightNames, scopeNames } from "./names";
import { RightHeads } from "./RightHeads";
import { type Right, rights, scopes } from "./rights";
import { useGrid } from "./useGrid";

interface EffectiveTableProps {
  name: string;
  schemas: readonly ObjectSchema[];
  rights: Readonly<Record<string, EffectiveRights>>;
  asked: Asked | undefined;
  onAsk: (object: string, right: Right) => void;
}

/** A person's rights by object; each can be chosen to be explained. */
export function EffectiveTable({ name, schemas, rights: held, asked, onAsk }: EffectiveTableProps) {
  const grid = useGrid(
    schemas.map(({ api_name: key }) => ({ key, columns: rights.map((_, index) => index) })),
  );
  return (
    <table
      {...grid.gridProps}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a table have their roles by it
      role="grid"
      aria-label={words.effectiveOf(name)}
      className="w-full table-fixed border-separate border-spacing-0 text-left"
    >
      <thead>
        <tr className="*:h-9 *:border-b *:font-medium *:text-meta *:text-n11">
          <th scope="col" className="pl-6 @max-md:pl-4">
            {words.object}
          </th>
          <RightHeads />
          <th scope="col" className="w-28 px-3 @max-md:w-16 @max-md:px-1">
            {words.rows}
          </th>
        </tr>
      </thead>
      <tbody>
        {schemas.map((schema) => {
          const object = schema.api_name;
          const plural = schema.plural ?? schema.title;
          const given = held[object];
          return (
            <tr key={object} className="hover:bg-n2">
              <th scope="row" className="h-9 truncate border-b pl-6 font-normal @max-md:pl-4">
                {plural}
              </th>
              {rights.map((right, column) => {
                const isOn = given?.[right] === true;
                const isAsked = asked?.object === object && asked.right === right;
                return (
                  <td key={right} className="border-b p-0.5">
                    <button
                      type="button"
                      {...grid.cell(object, column)}
                      aria-label={`${words.cell(rightNames[right], plural)}: ${isOn ? t.records.yes : t.records.no}`}
                      aria-pressed={isAsked}
                      onClick={() => onAsk(object, right)}
                      className={cn(
                        "flex h-7 w-full items-center justify-center rounded-sm",
                        isAsked ? "bg-accent-soft" : "hover:bg-n4",
                      )}
                    >
                      {isOn ? (
                        <Check aria-hidden className="size-4 text-success" />
                      ) : (
                        <span aria-hidden className="text-n10">
                          –
                        </span>
                      )}
                    </button>
                  </td>
                );
              })}
              <td className="border-b px-3 @max-md:px-1">
                {scopes.flatMap((scope) => (scope === given?.rows ? scopeNames[scope] : []))}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
