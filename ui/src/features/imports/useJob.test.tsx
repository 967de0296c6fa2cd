import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { WireRecord } from "@/api";
import { withQueries } from "@/queries.test-env";
import { keep } from "@/store";
import { useJob } from "./useJob";

const job = (version: number, status: string) =>
  ({ id: "one", version, status, done: 0, total: 1 }) as unknown as WireRecord;

it("follows a job, and says once of each status that it changed", () => {
  keep("job", [job(1, "running")]);
  const onChanged = vi.fn();
  const two = ({ id }: { id: string | undefined }) => {
    useJob(undefined, onChanged); // the page follows the job that undoes it, too
    return useJob(id, onChanged);
  };
  const { result, rerender } = renderHook(two, {
    wrapper: withQueries(),
    initialProps: { id: undefined as string | undefined },
  });
  expect(result.current).toBeUndefined();
  rerender({ id: "one" });
  expect(result.current?.status).toBe("running");
  act(() => keep("job", [job(2, "done")]));
  expect(result.current?.status).toBe("done");
  rerender({ id: "one" });
  expect(onChanged).toHaveBeenCalledTimes(2);
});
