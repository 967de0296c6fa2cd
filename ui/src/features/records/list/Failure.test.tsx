import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ApiError } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { Failure } from "./Failure";

vi.mock("@/feature/WayOut", () => ({ WayOut: () => null }));

const nothing = () => undefined;

it("a list that may not be read warns and is empty", () => {
  const warning = vi.spyOn(toast, "warning");
  render(<Failure title={undefined} error={new ApiError(403, {})} onRetry={nothing} />);
  expect(warning).toHaveBeenCalledWith("You don't have permission to read this object");
  expect(screen.getByText("No records found")).toBeTruthy();
});

it("a list that could not be read says why", () => {
  const error = new ApiError(500, { detail: "It broke." });
  render(<Failure title={undefined} error={error} onRetry={nothing} />);
  expect(screen.getByText("Error loading data: It broke.")).toBeTruthy();
});
