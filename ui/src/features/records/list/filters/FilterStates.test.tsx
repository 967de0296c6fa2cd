import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "@/api";
import { BrokenFilter } from "./FilterStates";
import type { ListFilter } from "./useListFilter";

it.each([
  ["SELECT * FROM contact WHERE shoe = 44", "Failed to fetch data: There is no field shoe."],
  [
    undefined,
    "There is no field shoe: shoe. It may use a field that was retired. Edit the filter, or reset the list.",
  ],
])("a list whose filter has the query %s says what is wrong with it", (query, text) => {
  const filter = { current: { name: "By shoe" }, where: { query } } as unknown as ListFilter;
  const error = new ApiError(422, { detail: "There is no field shoe.", errors: { shoe: ["No such field"] } });
  render(<BrokenFilter filter={filter} error={error} onReset={() => undefined} />);
  expect(screen.getByText("By shoe can't be applied")).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});
