import type { ObjectSchema } from "@/api";
import { words } from "./messages";
import { fieldRightNames, rightNames, scopeNames, systemName } from "./names";
import {
  allFields,
  type FieldRight,
  fieldRights,
  givesField,
  none,
  type ObjectRights,
  type RightSet,
  rightFields,
  rights,
} from "./rights";

/** What became of the rights to one object, or of those to none. */
export interface ToldChange {
  /** The object's plural; "" for system rights. */
  about: string;
  given: string[];
  taken: string[];
}

interface Lines {
  given: string[];
  taken: string[];
}

const titleOf = (schema: ObjectSchema | undefined, field: string) =>
  schema?.properties[field]?.title ?? field;

/** Fields whose right changed, in words; that all of them changed is said once. */
function fieldLines(
  before: ObjectRights,
  after: ObjectRights,
  schema: ObjectSchema | undefined,
  right: FieldRight,
  lines: Lines,
): void {
  const known = schema
    ? rightFields(schema).filter((field) => right === "read" || schema.properties[field]?.system !== true)
    : [...new Set([before, after].flatMap(({ fields }) => Object.keys(fields ?? {})))];
  const fields = known.filter((field) => field !== allFields);
  const had = (field: string) => givesField(before, field, right);
  const has = (field: string) => givesField(after, field, right);
  const titles = (some: string[]) => some.map((field) => titleOf(schema, field)).join(", ");
  const given = fields.filter((field) => !had(field) && has(field));
  const taken = fields.filter((field) => had(field) && !has(field));
  const left = fields.filter(has);
  const say = (which: string) => words.fieldsOf(fieldRightNames[right], which);
  if (!had(allFields) && has(allFields)) {
    lines.given.push(say(words.allFields));
  } else if (given.length > 0) {
    lines.given.push(say(titles(given)));
  }
  if (!had(allFields) || has(allFields)) {
    lines.taken.push(...(taken.length > 0 ? [say(titles(taken))] : []));
  } else if (taken.length === 0) {
    lines.taken.push(say(words.newFields));
  } else if (taken.length > left.length) {
    // Of many it is shorter to say which are left.
    lines.taken.push(say(left.length > 0 ? words.allBut(titles(left)) : words.allFields));
  } else {
    lines.taken.push(say(titles(taken)));
  }
}

/** What the second of two sets gives more or less than the first, in words, object by object. */
export function tellChanges(
  before: RightSet,
  after: RightSet,
  schemas: readonly ObjectSchema[],
): ToldChange[] {
  const out: ToldChange[] = [];
  const add = (about: string, lines: Lines) => {
    if (lines.given.length > 0 || lines.taken.length > 0) {
      out.push({ about, ...lines });
    }
  };
  const names = new Set([...Object.keys(before.objects), ...Object.keys(after.objects)]);
  for (const name of [...names].sort()) {
    const schema = schemas.find((one) => one.api_name === name);
    const had = before.objects[name] ?? none;
    const has = after.objects[name] ?? none;
    const lines: Lines = { given: [], taken: [] };
    for (const right of rights) {
      if (had[right] !== has[right]) {
        lines[has[right] ? "given" : "taken"].push(rightNames[right]);
      }
    }
    for (const right of fieldRights) {
      fieldLines(had, has, schema, right, lines);
    }
    if (had.scope !== has.scope) {
      lines.given.push(words.rowsOf(scopeNames[has.scope]));
      lines.taken.push(words.rowsOf(scopeNames[had.scope]));
    }
    add(schema?.plural ?? schema?.title ?? name, lines);
  }
  add("", {
    given: after.system.filter((right) => !before.system.includes(right)).map(systemName),
    taken: before.system.filter((right) => !after.system.includes(right)).map(systemName),
  });
  return out;
}
