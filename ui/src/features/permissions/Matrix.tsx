import { useState } from "react";
import type { ObjectSchema } from "@/api";
import { schemasAtom, useAtomValue } from "@/store";
import { FieldRows } from "./FieldRows";
import { words } from "./messages";
import type { rightNames } from "./names";
import { ObjectRow } from "./ObjectRow";
import { RightHeads } from "./RightHeads";
import { allFields, fieldRights, type RightSet, rightFields, rights } from "./rights";
import { type GridRow, useGrid } from "./useGrid";
import type { Step } from "./useRightsDraft";

/** The columns: the object, its rights in their order, and which records. */
export const columnOf = { name: 0, create: 1, read: 2, update: 3, delete: 4, rows: 5 } as const;

export const fieldKey = (object: string, field: string) => `${object}.${field}`;

const none: readonly ObjectSchema[] = [];

/** Whether anybody can have a right to an object: those that are kept are nobody's to delete. */
export const isPossible = (schema: ObjectSchema | undefined, right: keyof typeof rightNames) =>
  schema?.rights[right] !== false;

/** Whether anybody can change a field: what the product sets itself is nobody's to change. Who only reads sees all. */
export const isSettable = (schema: ObjectSchema | undefined, field: string, isReadOnly: boolean) =>
  isReadOnly || field === allFields || schema?.properties[field]?.modify === true;

interface MatrixProps {
  set: RightSet;
  isReadOnly: boolean;
  onStep: (step: Step) => void;
}

/** What a set gives: a row for each object that it includes, its fields below it where one opens it. */
export function Matrix({ set, isReadOnly, onStep }: MatrixProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const schemas = useAtomValue(schemasAtom) ?? none;
  const about = Object.entries(set.objects).map(([name, given]) => ({
    name,
    given,
    schema: schemas.find((one) => one.api_name === name),
  }));
  // Who only reads has nothing to go to but the objects themselves.
  const rows = about.flatMap(({ name, given, schema }): GridRow[] =>
    isReadOnly
      ? [{ key: name, columns: [columnOf.name] }]
      : [
          {
            key: name,
            columns: [
              columnOf.name,
              ...rights
                .filter((right) => isPossible(schema, right) || given[right])
                .map((right) => columnOf[right]),
              columnOf.rows,
            ],
          },
          ...(open.has(name)
            ? [allFields, ...rightFields(schema)].map((field) => ({
                key: fieldKey(name, field),
                columns: fieldRights
                  .filter((right) => right === "read" || isSettable(schema, field, isReadOnly))
                  .map((right) => columnOf[right]),
              }))
            : []),
        ],
  );
  const grid = useGrid(rows);
  const toggle = (name: string) =>
    setOpen((had) => {
      const next = new Set(had);
      next[had.has(name) ? "delete" : "add"](name);
      return next;
    });
  return (
    <table
      {...grid.gridProps}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a table have their roles by it
      role="treegrid"
      aria-label={words.matrix}
      aria-readonly={isReadOnly}
      className="w-full table-fixed border-separate border-spacing-0 text-left"
    >
      <thead>
        <tr className="*:sticky *:top-0 *:z-2 *:h-9 *:border-b *:bg-surface *:font-medium *:text-meta *:text-n11">
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
        {about.map(({ name, given, schema }) => [
          <ObjectRow
            key={name}
            name={name}
            schema={schema}
            given={given}
            grid={grid}
            isOpen={open.has(name)}
            isReadOnly={isReadOnly}
            onToggle={() => toggle(name)}
            onStep={onStep}
          />,
          schema && open.has(name) ? (
            <FieldRows
              key={`${name}.`}
              schema={schema}
              given={given}
              grid={grid}
              isReadOnly={isReadOnly}
              onStep={onStep}
            />
          ) : null,
        ])}
      </tbody>
    </table>
  );
}
