import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { api, type ObjectSchema } from "@/api";
import { objectSchema } from "@/api/schema.test-env";
import { FeaturesContext, type ObjectFacts } from "@/feature";
import { HistoryDialog } from "./HistoryDialog";

const deal: ObjectSchema = objectSchema("deal", {
  plural: "Deals",
  properties: { name: { title: "Name", type: "string" } },
});
const revision = (version: number, at: string) => ({
  version,
  at,
  op: "updated",
  by: { modified_by: { id: "u", name: "Dana" } },
  via: "ui",
  changes: { name: { before: `${version - 1}`, after: `${version}` } },
});
const all = [
  revision(9, "2026-03-09T14:31:00.500Z"),
  revision(8, "2026-03-09T14:31:00.250Z"),
  revision(2, "2026-03-09T14:00:00Z"),
];

async function open(schema: Partial<ObjectSchema>, items: unknown[] = all, facts: ObjectFacts = {}) {
  vi.spyOn(api, "get").mockResolvedValue({ data: items, headers: new Headers() });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FeaturesContext value={[{ objects: { deal: facts } }]}>
        <HistoryDialog
          schema={{ ...deal, ...schema }}
          record={{ id: "one", version: 9 }}
          title="One"
          mayRestore
          onClose={vi.fn()}
        />
      </FeaturesContext>
    </QueryClientProvider>,
  );
  if (items.length > 0) {
    await screen.findByRole("list", { name: /Changes/ });
  }
}
const ways = () => screen.queryAllByRole("button", { name: /^Restore this version/ }).length;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("a history that is kept says nothing of it, and leads back to each version", async () => {
  await open({});
  expect(screen.queryByText(/History for deals is off/)).toBeNull();
  expect([ways(), screen.queryAllByText("Now").length]).toEqual([2, 1]);
});

it("values are shown as everywhere else", async () => {
  await open({}, [revision(9, "2026-03-09T14:31:00Z")], {
    shows: { name: ({ name, id }) => `deal ${String(name)} of ${String(id)}` },
  });
  expect(screen.getByText("deal 8 of one")).toBeTruthy();
  expect(screen.getByText("deal 9 of one")).toBeTruthy();
});

it("one that is switched off says so, and leads back to nothing", async () => {
  await open({ track_history: false });
  expect(screen.getByText(/History for deals is off/)).toBeTruthy();
  expect([ways(), screen.queryAllByText("Now").length]).toEqual([0, 0]);
});

it("one that is switched off and has nothing says why", async () => {
  await open({ track_history: false }, []);
  expect(await screen.findByText("History is off")).toBeTruthy();
});

it("one that was off for a while leads back to what was recorded since", async () => {
  await open({ track_history: true, history_since: "2026-03-09T14:31:00Z" });
  expect([ways(), screen.queryAllByText("Now").length]).toEqual([1, 1]);
});
