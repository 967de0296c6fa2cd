import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { signIn } from "@/store/signIn.test-env";
import { AppSettings } from "./AppSettings";
import type { About } from "./api";
import { CodeAction } from "./InstallCodeSheet";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), send: vi.fn() }));
const send = vi.mocked(api.send);
const record = { id: "a1", version: 1, name: "Dispatch" } as api.WireRecord;
const about = (over: Partial<About> = {}): About => ({
  counts: { object: 1, field: 2 },
  members: {},
  version: 2,
  versions: [{ version: 2, at: "2026-11-27T12:00:00Z", by: "u1" }],
  deployments: [],
  subscribers: [{ id: "o2", name: "Elsewhere", version: 1, detail: "", at: "2026-11-27T12:00:00Z" }],
  environments: ["o1", "o3"],
  next: "o3",
  ...over,
});
const refused = (status: number, detail: string) => new api.ApiError(status, { detail });
const changed = {
  diff: {
    steps: [
      {
        action: "change",
        kind: "field",
        object: "depot",
        name: "Town",
        changes: [{ name: "title", before: "City", after: "Town" }],
      },
    ],
    token: "t1",
    warnings: ["Depot is retired. Its records are kept until they are purged."],
  },
  version: 2,
  target: "o1",
  dry_run: true,
};

const show = (children: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {children}
    </QueryClientProvider>,
  );

beforeEach(() => {
  send.mockReset();
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
  signIn({ user: { is_superuser: true } });
});

describe("the actions of an app", () => {
  const open = (over: Partial<About> = {}) => {
    const onChanged = vi.fn();
    show(<AppSettings record={record} about={about(over)} onChanged={onChanged} />);
    return onChanged;
  };

  it.each([
    ["Deploy to Base", "POST /app/{id}/deploy/base", "App deployed to base"],
    ["Deploy to Next Environment", "POST /app/{id}/deploy/next", "App deployed to next environment"],
  ])("%s shows the difference first, and happens to what was shown", async (name, route, said) => {
    const success = vi.spyOn(toast, "success").mockReturnValue(undefined);
    send.mockResolvedValue(changed as never);
    const onChanged = open();
    fireEvent.click(screen.getByRole("button", { name }));
    expect(await screen.findByText("Town", { selector: ".font-medium" })).toBeTruthy();
    expect(screen.getByText(/Its records are kept/)).toBeTruthy();
    fireEvent.click(screen.getByText("Deploy", { selector: "button" }));
    await waitFor(() => expect(success).toHaveBeenCalledWith(said));
    expect(send.mock.calls).toEqual([
      [route, { id: "a1", dry_run: true, token: "" }],
      [route, { id: "a1", dry_run: false, token: "t1" }],
    ]);
    expect(onChanged).toHaveBeenCalled();
  });

  it("says why a deployment failed", async () => {
    send.mockRejectedValue(refused(409, "The target changed."));
    open();
    fireEvent.click(screen.getByRole("button", { name: "Deploy to Base" }));
    expect(await screen.findByText("Error deploying app: The target changed.")).toBeTruthy();
  });

  it.each([
    [409, "error", "Error updating app subscribers: No version."],
    [403, "warning", "No version."],
  ] as const)("says why subscribers are not updated: %d", async (status, tone, said) => {
    const shown = vi.spyOn(toast, tone).mockReturnValue(undefined);
    send.mockRejectedValue(refused(status, "No version."));
    open();
    fireEvent.click(screen.getByRole("button", { name: "Update App Subscribers" }));
    await waitFor(() => expect(shown).toHaveBeenCalledWith(said));
  });

  it("can't deploy where there is no next environment, nor update nobody", () => {
    open({ next: "", subscribers: [] });
    for (const name of ["Deploy to Next Environment", "Update App Subscribers"]) {
      expect(screen.getByRole("button", { name })).toHaveProperty("disabled", true);
    }
    expect(within(screen.getByRole("region", { name: "Metadata" })).getByText("fields")).toBeTruthy();
  });
});

describe("an install code", () => {
  it("is shown once", async () => {
    const success = vi.spyOn(toast, "success").mockReturnValue(undefined);
    send.mockResolvedValue({ install_code: "ABCDEFGH", expires: "" } as never);
    show(<CodeAction record={record} />);
    fireEvent.click(screen.getByRole("button", { name: "Create Install Code" }));
    await waitFor(() => expect(success).toHaveBeenCalledWith("Install code created ABCD-EFGH"));
    expect(screen.getByDisplayValue("ABCD-EFGH")).toBeTruthy();
  });

  it("that can't be made says so", async () => {
    const error = vi.spyOn(toast, "error").mockReturnValue(undefined);
    send.mockRejectedValue(refused(409, "This app has no version yet."));
    show(<CodeAction record={record} />);
    fireEvent.click(screen.getByRole("button", { name: "Create Install Code" }));
    await waitFor(() =>
      expect(error).toHaveBeenCalledWith("Error creating install code: This app has no version yet."),
    );
  });
});
