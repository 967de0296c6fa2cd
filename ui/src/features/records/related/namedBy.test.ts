import { expect, it } from "vitest";
import type { ObjectSchema } from "@/api";
import { namedBy } from "./namedBy";

const lookup = (object: string) => ({
  title: "x",
  type: ["object", "null"],
  format: "lookup",
  anyOf: [{ schema_api_name: object }],
});

it("records name another one in every field that refers to its object, or to any", () => {
  const schema = {
    api_name: "visit",
    title: "Visit",
    required: [],
    properties: {
      name: { title: "Name", type: "string" },
      guest: lookup("contact"),
      host: lookup("user"),
      about: { title: "About", type: ["object", "null"], format: "any-object" },
    },
  } as unknown as ObjectSchema;
  expect(namedBy(schema, "contact", "c1").map(({ field, value }) => [field, value])).toContainEqual([
    "guest",
    "c1",
  ]);
  expect(namedBy(schema, "contact", "c1").map(({ field }) => field)).not.toContain("host");
  expect(
    namedBy({ ...schema, properties: { name: schema.properties.name } } as ObjectSchema, "contact", "c1"),
  ).toEqual([]);
});
