import { beforeEach, describe, expect, it } from "vitest";
import { router } from "@/realtime/router";
import { store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { kept } from "./kept";
import type { Job } from "./objects";
import { isOpen, mayRetry, percentOf } from "./progress";
import { jobReducers } from "./reducers";

const job = (over: object) => ({ id: "j1", version: 1, ...over }) as Job;

describe("how far a job has got", () => {
  it("is unknown without a total, and whole only once it is done", () => {
    expect(percentOf(job({ done: 3 }))).toBeUndefined();
    expect(percentOf(job({ done: 0, total: 3 }))).toBe(0);
    expect(percentOf(job({ done: 1, total: 3 }))).toBe(33);
    expect(percentOf(job({ done: 5, total: 3 }))).toBe(99);
  });

  it("says what can be done with it", () => {
    const states = ["queued", "running", "done", "failed", "canceled"] as const;
    expect(states.filter((status) => isOpen(job({ status })))).toEqual(["queued", "running"]);
    expect(states.filter((status) => mayRetry(job({ status })))).toEqual(["failed", "canceled"]);
  });
});

describe("the jobs that I have not put away", () => {
  router.register(jobReducers);
  const told = (id: string, version: number, fields: object, op: "created" | "updated" = "created") =>
    transact((tx) =>
      router.change(tx, [
        { seq: version, topics: ["me"], object: "job", id, op, version, fields: { id, ...fields } },
      ] as never),
    );
  const shown = () => Object.keys(store.get(kept.counts)).sort();

  beforeEach(() => {
    signIn();
    transact((tx) => router.snapshot(tx, "me", { badges: { jobs: { old: 1 } } }));
  });

  it("are those of before, and mine alone of those that are told of", () => {
    const me = store.get(kept.counts);
    expect(Object.keys(me)).toEqual(["old"]);
    told("mine", 1, { owner: { id: "me" }, status: "queued" });
    told("theirs", 1, { owner: { id: "somebody" }, status: "queued" });
    expect(shown()).toEqual(["mine", "old"]);
  });

  it("go when they are put away, in whatever browser", () => {
    const owner = { id: "me" };
    told("gone", 1, { owner, status: "done", dismissed: false });
    expect(shown()).toContain("gone");
    told("gone", 2, { owner, status: "done", dismissed: true }, "updated");
    expect(shown()).not.toContain("gone");
  });
});
