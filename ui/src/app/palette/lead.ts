import type { ObjectSchema, WireRecord } from "@/api";
import type { Feature } from "@/feature";
import { factsOf, shownAs } from "@/feature/declared";
import { fieldsOf, fieldType } from "@/fields";
import { isolate } from "@/lib/isolate";

/** What tells a found record from others of its name: what it is, and the fields by which people know it. */
export function leadOf(
  features: readonly Feature[],
  schemas: readonly ObjectSchema[],
  object: string,
  record: WireRecord,
): string {
  const schema = schemas.find((one) => one.api_name === object);
  const fields = schema ? fieldsOf(schema) : [];
  const about = factsOf(features, object);
  const told = about
    .flatMap((facts) => facts.lead ?? [])
    .flatMap((name) => fields.find((field) => field.name === name) ?? [])
    .map((field) => fieldType(field.kind).text(shownAs(about, field.name, record), field));
  return [schema?.title ?? "", ...told].filter(Boolean).map(isolate).join(" · ");
}
