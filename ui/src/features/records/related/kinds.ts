import type { ObjectSchema } from "@/api";
import type { Feature } from "@/feature";
import { factsOf } from "@/feature/declared";
import { specOf } from "@/fields";
import type { Identity } from "@/store";
import { rightsFor } from "@/store";

/** Records of an object that name another one, by any of their fields; each shows the first. */
export interface Kind {
  schema: ObjectSchema;
  field: string;
  /** Whether the field refers to records of any object, or to several records. */
  shape: "any" | "list" | "one";
}

/** Their related records are not counted until somebody asks for them. */
const uncounted: ReadonlySet<string> = new Set(["user", "twilio_recording", "twilio_phone", "contact"]);

export const isCounted = (object: string): boolean => !uncounted.has(object);

/** Fields that name the owner or the author of a record are not relations. */
const audit: ReadonlySet<string> = new Set(["owner", "created_by", "modified_by", "updated_by"]);

function fieldTo(schema: ObjectSchema, object: string): Pick<Kind, "field" | "shape"> | undefined {
  for (const [field, property] of Object.entries(schema.properties)) {
    const spec = specOf(schema, field, property);
    if (audit.has(field) || spec.isSystem) {
      continue;
    }
    if (spec.target === object) {
      return { field, shape: property.type === "array" ? "list" : "one" };
    }
    if (property.format === "any-object") {
      return { field, shape: "any" };
    }
  }
  return undefined;
}

/** What may name records of an object, for a reader: its children, and what relates to any object. */
export function kindsOf(
  features: readonly Feature[],
  schemas: readonly ObjectSchema[],
  identity: Identity | undefined,
  object: string,
): Kind[] {
  return schemas
    .flatMap((schema) => {
      const isHidden = factsOf(features, schema.api_name).some(({ isInside }) => isInside);
      const by = isHidden || !rightsFor(identity, schema.api_name).read ? undefined : fieldTo(schema, object);
      return by ? [{ schema, ...by }] : [];
    })
    .sort((left, right) => left.schema.title.localeCompare(right.schema.title));
}

/** The value by which a new record of a kind names one. */
export function namingOf({ shape }: Kind, object: string, id: string, name: string): unknown {
  switch (shape) {
    case "any":
      return { schema: object, id, name };
    case "list":
      return [{ id, name }];
    case "one":
      return { id, name };
  }
}
