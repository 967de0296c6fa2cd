import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "@/api";
import { readIsAbsent } from "@/lib/openTitle";
import { Failure } from "./RecordStates";

it.each([
  [403, true],
  [404, true],
  [500, false],
  [0, false],
])("a page refused with %i says that its record is not there: %s", (status, isAbsent) => {
  const nothing = () => undefined;
  const { unmount } = render(<Failure error={new ApiError(status, {})} onList={nothing} onRetry={nothing} />);
  expect(readIsAbsent()).toBe(isAbsent);
  unmount();
  expect(readIsAbsent()).toBe(false);
});
