import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/api";
import { withQueries } from "@/queries.test-env";
import { schemasAtom, store } from "@/store";
import { useLookup } from "./useLookup";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), listRecords: vi.fn() }));
const listRecords = vi.mocked(api.listRecords);

const schema = (api_name: string, name_field: string) => ({ api_name, name_field }) as api.ObjectSchema;

beforeEach(() => {
  vi.clearAllMocks();
  store.set(schemasAtom, [schema("email", "subject"), schema("contact", "name")]);
});

const asked = () => listRecords.mock.calls.map(([, { order, filter }]) => [order, filter?.[0]?.field]);

it.each([
  ["email", "subject"],
  ["contact", "name"],
])("records of %s are found, ordered and called by their %s", async (object, field) => {
  const row = { id: "r", version: 1, name: null, [field]: "Your order" } as unknown as api.WireRecord;
  listRecords.mockResolvedValue({ rows: [row, { id: "s", version: 1 }] } as never);
  const { result, rerender } = renderHook(({ typed }) => useLookup(object, typed, true), {
    wrapper: withQueries(),
    initialProps: { typed: "" },
  });
  const named = [{ id: "r", name: "Your order" }, { id: "s" }];
  await waitFor(() => expect(result.current.options).toEqual(named));
  rerender({ typed: "order" });
  await waitFor(() =>
    expect(asked()).toEqual([
      [field, undefined],
      [field, field],
    ]),
  );
});
