import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { identityAtom, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import type { Definition } from "./api";
import { FieldTable } from "./FieldTable";
import { appsOf, mayOpen, reachOf } from "./reach";

const identity = () => store.get(identityAtom);
const deal: Definition = {
  api_name: "deal",
  title: "Deal",
  custom: true,
  version: 3,
  name_field: "name",
  order: ["name", "theirs", "level"],
  properties: {
    name: { title: "Name", format: "text", required: true },
    theirs: { title: "Theirs", format: "text", custom: true, app: "others" },
    level: { title: "Level", format: "text", custom: true, app: "ours" },
  },
};

afterEach(cleanup);

it("nobody else than superusers and administrators of an app opens the pages", () => {
  expect(mayOpen(undefined)).toBe(false);
  signIn();
  expect(mayOpen(identity())).toBe(false);
  signIn({ administers: ["ours"] });
  expect(mayOpen(identity())).toBe(true);
  signIn({ user: { is_superuser: true } });
  expect(mayOpen(identity())).toBe(true);
});

it("a superuser changes everything, whatever apps name him", () => {
  signIn({ administers: ["ours"], user: { is_superuser: true } });
  const reach = reachOf(identity(), { app: "others" });
  expect([reach.object, reach.field({}), reach.apps, appsOf(identity())]).toEqual([true, true, [], []]);
});

it("an administrator changes what belongs to his app: of its own objects everything, of others his fields", () => {
  signIn({ administers: ["ours"] });
  const own = reachOf(identity(), { app: "ours" });
  expect([own.object, own.field({}), own.apps]).toEqual([true, true, []]);
  const other = reachOf(identity(), {});
  expect([other.object, other.apps]).toEqual([false, ["ours"]]);
  expect(["ours", "others"].map((app) => other.field({ app }))).toEqual([true, false]);
  expect(other.field({})).toBe(false);
  expect(appsOf(identity())).toEqual(["ours"]);
});

it("the fields of others are shown to an administrator without what changes them", () => {
  signIn({ administers: ["ours"] });
  const on = { onOpen: vi.fn(), onRetire: vi.fn(), onMove: vi.fn() };
  const { rerender } = render(
    <FieldTable definition={deal} formats={[]} reach={reachOf(identity(), deal)} {...on} />,
  );
  const movable = () => screen.getAllByRole("button").filter((one) => one.getAttribute("aria-keyshortcuts"));
  expect(screen.getByRole("button", { name: "Level" })).toBeTruthy();
  expect(movable()).toEqual([]);
  signIn({ user: { is_superuser: true } });
  rerender(<FieldTable definition={deal} formats={[]} reach={reachOf(identity(), deal)} {...on} />);
  expect(movable()).toHaveLength(3);
});
