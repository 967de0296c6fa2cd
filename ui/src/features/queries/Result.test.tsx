import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "@/api/problem";
import { Result } from "./Result";

it("says that a query could not be run, why, and where", () => {
  const error = new ApiError(422, { detail: "There is no field shoe.", line: 3, column: 7 });
  render(<Result found={undefined} error={error} isRunning={false} onMore={() => undefined} />);
  expect(screen.getByText("Error running query: There is no field shoe.")).toBeTruthy();
  expect(screen.getByText("Line 3, column 7")).toBeTruthy();
});
