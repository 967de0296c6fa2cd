import type { ObjectSchema } from "@/api";
import type { Feature } from "@/feature";
import { specOf } from "@/fields";

/** Records of an object that name another one in a field. */
export interface Relation {
  schema: ObjectSchema;
  field: string;
  /** What the field is called, where the object has more than one that names such records. */
  by: string | undefined;
  /** Of a reference to any object, the member that holds the id. */
  subField?: string;
}

const targetOf = (schema: ObjectSchema | undefined, name: string): string | undefined => {
  const property = schema?.properties[name];
  return schema && property && specOf(schema, name, property).target;
};

/** What stands beside the records of an object, in the order of the features. */
export function relationsOf(
  features: readonly Feature[],
  schemas: readonly ObjectSchema[],
  object: string,
): Relation[] {
  return features
    .flatMap((feature) => Object.entries(feature.objects ?? {}))
    .flatMap(([name, { relatedBy = [] }]) => {
      const schema = schemas.find((one) => one.api_name === name);
      const fields = relatedBy.filter((field) => targetOf(schema, field) === object);
      return schema
        ? fields.map((field) => ({
            schema,
            field,
            by: fields.length > 1 ? schema.properties[field]?.title : undefined,
          }))
        : [];
    });
}
