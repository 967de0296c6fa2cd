import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { schemasAtom, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { AppTabs } from "./AppTabs";

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  send: vi.fn(),
  listRecords: vi.fn(),
  deleteRecords: vi.fn(),
}));
vi.mock("@/lib/unsaved", () => ({ useUnsaved: () => () => undefined }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Link: ({ children, to, ...rest }: { children: React.ReactNode; to: string }) => (
    <a href={to} {...rest}>
      {children}
    </a>
  ),
}));

const full = { create: true, read: true, update: true, delete: true };
const ids = Array.from({ length: 12 }, (_, at) => `t${String(at).padStart(2, "0")}`);
const record = (id: string) => ({ id, version: 1, name: `Trigger ${id}` }) as api.WireRecord;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
  signIn({ user: { is_superuser: true }, rights: { record_trigger: full } });
  store.set(
    schemasAtom as never,
    [
      {
        api_name: "record_trigger",
        title: "Record Trigger",
        name_field: "name",
        columns: ["name"],
        required: ["name"],
        rights: full,
        properties: {
          name: { title: "Name", type: "string", help_text: "What people call it", modify: true },
        },
      },
    ] as never,
  );
  vi.mocked(api.send).mockResolvedValue({
    counts: {},
    members: { record_trigger: ids },
    version: 0,
    versions: [],
    deployments: [],
    subscribers: [],
    environments: [],
    next: "",
  } as never);
  vi.mocked(api.listRecords).mockImplementation((_, query) => {
    const wanted = query.filter?.[0]?.value as string[];
    return Promise.resolve({ rows: wanted.map(record) }) as never;
  });
});

function open(): Promise<HTMLElement> {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AppTabs record={{ id: "a1", version: 1, name: "Dispatch" } as api.WireRecord} isEditing={false}>
        The fields
      </AppTabs>
    </QueryClientProvider>,
  );
  expect(screen.getByText("The fields")).toBeTruthy();
  fireEvent.click(screen.getByRole("tab", { name: "Records" }));
  return screen.findByRole("table");
}

it("pages through the records of a type, and shows help at its columns", async () => {
  const table = await open();
  expect(within(table).getAllByRole("row")).toHaveLength(11);
  expect(within(table).getByText("Name").getAttribute("data-tip")).toBe("What people call it");
  expect(within(table).getByRole("link", { name: "View Trigger t00" }).getAttribute("href")).toBe(
    "/view/record_trigger/record/t00/standard",
  );
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(await screen.findByText("Page 2 of 2")).toBeTruthy();
  expect(await screen.findByText("Trigger t11")).toBeTruthy();
});

it("changes a cell of the selected records, or of all", async () => {
  const table = await open();
  const patch = vi.spyOn(api.api, "patch").mockResolvedValue({ data: [] } as never);
  const said = vi.spyOn(toast, "success").mockReturnValue(undefined);
  fireEvent.click(within(table).getByRole("checkbox", { name: "Select Trigger t01" }));
  for (const [name, changed] of [
    ["Apply to Selected", ["t01"]],
    ["Apply to All", ids],
    ["Save", ["t00"]],
  ] as const) {
    fireEvent.click(within(table).getByRole("button", { name: "Edit Name of Trigger t00" }));
    fireEvent.change(within(table).getByLabelText("Name"), { target: { value: "Dock" } });
    fireEvent.click(screen.getByRole("button", { name }));
    await waitFor(() =>
      expect(patch.mock.lastCall).toEqual([
        "/v1/object/record_trigger",
        changed.map((id) => ({ id, name: "Dock" })),
      ]),
    );
    await waitFor(() => expect(screen.queryByRole("button", { name: "Apply to All" })).toBeNull());
  }
  expect(said.mock.calls.map(([text]) => text)).toEqual(["Record saved", "Records saved", "Record saved"]);
});

it("deletes what is selected after a question", async () => {
  const table = await open();
  const said = vi.spyOn(toast, "success").mockReturnValue(undefined);
  vi.mocked(api.deleteRecords).mockResolvedValue(undefined);
  fireEvent.click(within(table).getByRole("checkbox", { name: "Select all record triggers" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete selected" }));
  expect(screen.getByText("Delete 10 records?")).toBeTruthy();
  fireEvent.click(screen.getByText("Yes", { selector: "button" }));
  await waitFor(() => expect(said).toHaveBeenCalledWith("Records deleted"));
  expect(vi.mocked(api.deleteRecords).mock.lastCall).toEqual(["record_trigger", ids.slice(0, 10)]);
});
