import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Colleague } from "@/api";
import { createRouter } from "@/realtime/router";
import { colleaguesAtom, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { Colleagues } from "./Colleagues";
import { mergeColleagues, presenceReducers } from "./reducers";

const person = (id: string, status: Colleague["status"], name = id) => ({ id, name, status }) as Colleague;

describe("who is there", () => {
  it("is in the order of names, whatever order it is told in", () => {
    const merged = mergeColleagues([], [person("b", "away", "Bob"), person("a", "busy", "Ada")]);
    expect(merged.map((one) => one.name)).toEqual(["Ada", "Bob"]);
  });

  it("keeps what a short word of somebody leaves out", () => {
    const known = [person("a", "available", "Ada")];
    expect(mergeColleagues(known, [{ id: "a", status: "on_call" }])).toMatchObject([
      { name: "Ada", status: "on_call" },
    ]);
    expect(mergeColleagues(known, [{ id: "a", name: "Ada L." }])).toMatchObject([
      { name: "Ada L.", status: "available" },
    ]);
  });

  it("waits for a name before it shows somebody", () => {
    expect(mergeColleagues([], [{ id: "x", status: "away" }])).toEqual([]);
  });
});

describe("the colleagues beside every page", () => {
  const router = createRouter();
  router.register(presenceReducers);
  const told = (event: "snapshot" | "presence", users: unknown) =>
    act(() =>
      transact((tx) =>
        event === "snapshot"
          ? router.snapshot(tx, "presence", { users })
          : router.fleeting(tx, event, { users }),
      ),
    );
  const names = () => screen.queryAllByRole("listitem").map((item) => item.textContent);

  beforeEach(() => {
    signIn();
    store.set(colleaguesAtom, undefined);
    render(<Colleagues />);
  });

  it("put those first who can be reached, and leave me out", () => {
    told("snapshot", [
      person("me", "available", "Alice"),
      person("a", "offline", "Ada"),
      person("b", "busy", "Bob"),
      person("c", "unknown", "Cleo"),
      person("d", "do_not_disturb", "Dan"),
    ]);
    expect(names().map((text) => text?.replace(/^(Busy|Offline|Unknown|Do not disturb)/, ""))).toEqual([
      "Bob",
      "Dan",
      "Ada",
      "Cleo",
    ]);
  });

  it("move as they come and go", () => {
    told("snapshot", [person("a", "available", "Ada"), person("b", "available", "Bob")]);
    told("presence", [{ id: "a", status: "offline" }]);
    expect(names().map((text) => text?.slice(-3))).toEqual(["Bob", "Ada"]);
  });

  it("stand still under the pointer, and are put in order when it has left", () => {
    told("snapshot", [person("a", "available", "Ada"), person("b", "available", "Bob")]);
    const list = screen.getByRole("list");
    fireEvent.pointerEnter(list);
    told("presence", [{ id: "a", status: "offline" }]);
    expect(names().map((text) => text?.slice(-3))).toEqual(["Ada", "Bob"]);
    fireEvent.pointerLeave(list);
    expect(names().map((text) => text?.slice(-3))).toEqual(["Bob", "Ada"]);
  });

  it("are none where nobody else is, and leave shapes alone that they do not know", () => {
    told("snapshot", [person("me", "available", "Alice")]);
    expect(screen.getByText("No colleagues here yet.")).toBeTruthy();
    told("presence", "nonsense");
    told("presence", null);
    expect(screen.getByText("No colleagues here yet.")).toBeTruthy();
  });
});
