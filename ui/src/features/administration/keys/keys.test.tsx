import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { KeysPage } from "./KeysPage";
import type { ApiKey } from "./keys";
import { endOf, fromNow } from "./when";

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  carryOut: vi.fn(),
  listRecords: vi.fn(),
}));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: React.ReactNode }) => <a href="/">{children}</a>,
}));
const carryOut = vi.mocked(api.carryOut);

const now = Date.parse("2026-11-27T12:00:00Z");

describe("a moment", () => {
  it.each([
    ["2026-11-27T11:59:30Z", undefined],
    ["2026-11-27T11:58:30Z", "1 minute ago"],
    ["2026-11-27T09:00:00Z", "3 hours ago"],
    ["2026-11-20T12:00:00Z", "7 days ago"],
    ["2026-08-01T12:00:00Z", "3 months ago"],
    ["2024-11-01T12:00:00Z", "2 years ago"],
    ["2026-12-27T12:00:00Z", "in 1 month"],
  ])("%s is told by its distance: %s", (at, told) => expect(fromNow(at, now)).toBe(told));

  it("is a key's end where it has one", () => {
    expect(endOf("never", now)).toBeUndefined();
    expect(endOf("d30", now)).toBe("2026-12-27T12:00:00.000Z");
  });
});

const key = (over: Partial<ApiKey> = {}): ApiKey => ({
  id: "k1",
  name: "Order import",
  client_id: "o.k1",
  expires: null,
  last_used: null,
  created: "2026-11-20T12:00:00Z",
  created_by: { id: "u1", name: "Dana Whitfield" },
  permissions: [{ id: "p1", name: "Readers" }],
  active: true,
  ...over,
});

let kept: ApiKey[];

function show() {
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KeysPage />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  kept = [];
  vi.mocked(api.listRecords).mockResolvedValue({ rows: [{ id: "p1", name: "Readers" }] } as never);
  carryOut.mockImplementation(((route: string, input: { id?: string; name?: string }) => {
    if (route === "POST /api_key") {
      kept = [key({ id: "k2", name: input.name ?? "" }), ...kept];
      return Promise.resolve({ ...kept[0], client_secret: "s3cret" });
    }
    if (route.startsWith("DELETE")) {
      kept = kept.filter(({ id }) => id !== input.id);
      return Promise.resolve();
    }
    return Promise.resolve({ data: kept });
  }) as never);
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name, hidden: true }));

describe("the page of keys", () => {
  it("tells what each may do, who made it and whether it works", async () => {
    kept = [
      key(),
      key({ id: "k2", name: "Old", expires: "2001-01-01T00:00:00Z", permissions: [], active: false }),
    ];
    show();
    const [first, second] = await screen
      .findAllByRole("listitem")
      .then(() => screen.getByRole("list", { name: "API keys" }).querySelectorAll(":scope > li"));
    for (const text of ["Order import", "Readers", "by Dana Whitfield", "Never used", "Never"]) {
      expect(within(first as HTMLElement).getByText(text)).toBeTruthy();
    }
    for (const text of ["Expired", "Disabled", "No permission set"]) {
      expect(within(second as HTMLElement).getByText(text)).toBeTruthy();
    }
  });

  it("invites to make the first, shows its secret once, and asks before that goes uncopied", async () => {
    show();
    expect(await screen.findByText("No program has a key yet")).toBeTruthy();
    press("New key");
    press("Create key");
    expect(screen.getByRole("alert", { hidden: true }).textContent).toBe("Name is required");
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: " Importer " } });
    fireEvent.click(await screen.findByLabelText("Readers"));
    press("Create key");
    const secret = await screen.findByLabelText<HTMLInputElement>("Client secret");
    expect(secret.value).toBe("s3cret");
    expect(carryOut).toHaveBeenCalledWith("POST /api_key", { name: "Importer", permissions: ["p1"] });
    press("Done");
    expect(screen.getByText("Close without copying the secret?")).toBeTruthy();
    fireEvent.copy(secret);
    press("Done");
    await waitFor(() => expect(screen.queryByLabelText("Client secret")).toBeNull());
    expect(await screen.findByText("Importer")).toBeTruthy();
  });

  it("revokes a key once that is confirmed", async () => {
    kept = [key()];
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Revoke Order import" }));
    expect(carryOut).not.toHaveBeenCalledWith("DELETE /api_key/{id}", expect.anything());
    press("Revoke");
    expect(await screen.findByText("No program has a key yet")).toBeTruthy();
    expect(carryOut).toHaveBeenCalledWith("DELETE /api_key/{id}", { id: "k1" });
  });

  it("says why the keys could not be read, and reads them again", async () => {
    carryOut.mockRejectedValueOnce(new api.ApiError(500, { detail: "The database is away." }));
    show();
    expect(await screen.findByText("The database is away.")).toBeTruthy();
    kept = [key()];
    press("Try again");
    expect(await screen.findByText("Order import")).toBeTruthy();
  });
});
