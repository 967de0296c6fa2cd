import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import type { Filter } from "@/api";
import { objectSchema } from "@/api/schema.test-env";
import { FeaturesContext } from "@/feature/declared";
import { choicesOf } from "@/fields/enum/value";
import { rowText } from "./operators";
import { useFilterFields } from "./useFilterFields";

const status = {
  title: "Status",
  type: ["string", "null"],
  format: "enum",
  enum: ["completed", "no-answer", "canceled"],
};

const words = { "no-answer": "Missed or no answer", canceled: "Missed or canceled" };
const feature = { objects: { call: { choices: { status: words } } } };

function fieldsFor(object: string) {
  const schema = { ...objectSchema(object), properties: { status } };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <FeaturesContext value={[feature]}>{children}</FeaturesContext>
  );
  return renderHook(() => useFilterFields(schema), { wrapper }).result.current;
}

const said = (object: string, row: Omit<Filter, "field">) =>
  rowText({ field: "status", ...row }, fieldsFor(object));

it("options of a filter are called as on the screens of their object", () => {
  expect(said("call", { operator: "=", value: "no-answer" })).toContain("Missed or no answer");
  expect(said("call", { operator: "=", value: "completed" })).toContain("Completed");
  const several = said("call", { operator: "IN", value: ["no-answer", "canceled"] });
  expect(several).toContain("Missed or no answer, Missed or canceled");
});

it("options stay as they are, where nobody calls them otherwise", () => {
  const [field] = fieldsFor("call");
  expect(field && choicesOf(field)).toEqual(["completed", "no-answer", "canceled"]);
  expect(said("conference", { operator: "=", value: "no-answer" })).toContain("No answer");
});
