import { render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/api";
import { withQueries } from "@/queries.test-env";
import { signIn } from "@/store/signIn.test-env";
import { MessageHits } from "./MessageHits";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), listRecords: vi.fn() }));
const list = vi.mocked(api.listRecords);
const rights = { read: true, create: false, update: false, delete: false };

beforeEach(() => {
  vi.clearAllMocks();
  signIn({ rights: { twilio_message: rights } });
});

const show = (typed: string) => render(<MessageHits typed={typed} />, { wrapper: withQueries() });

it("says that no message holds what was typed", async () => {
  list.mockResolvedValue({ rows: [], hasNext: false } as never);
  show("kayak");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("No message says this."));
  expect(list.mock.calls[0]?.[1]).toMatchObject({
    order: "-created_date",
    filter: [{ field: "body", operator: "LIKE", value: "%kayak%" }],
  });
});

it("says why the server does not search", async () => {
  list.mockRejectedValue(new api.ApiError(429, { detail: "Too many searches." }));
  show("kayak");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Too many searches."));
});

it("asks nothing for one letter, or for those who may not read messages", () => {
  show("k");
  signIn();
  show("kayak");
  expect(screen.queryByRole("region")).toBeNull();
  expect(list).not.toHaveBeenCalled();
});
