import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/api";
import { ApiError } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { Frame } from "./Frame";
import { OnboardingRoute } from "./OnboardingRoute";
import { StepActions } from "./StepActions";
import { Authorize } from "./salesforce/Authorize";
import { addressesOf, baseOf } from "./salesforce/addresses";
import { Credentials } from "./salesforce/Credentials";
import { currentOf, type OnboardingRecord, type StepProps, stepsOf } from "./wizard";

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  getRecord: vi.fn(),
  listRecords: vi.fn(),
  patchRecord: vi.fn(),
  createRecord: vi.fn(),
}));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useParams: () => ({ wizard: "salesforce" }),
  useNavigate: () => vi.fn(),
  Navigate: ({ params }: { params: { id: string } }) => <p>leads to {params.id}</p>,
}));
const getRecord = vi.mocked(api.getRecord);
const patchRecord = vi.mocked(api.patchRecord);
const createRecord = vi.mocked(api.createRecord);
const listRecords = vi.mocked(api.listRecords);
const said = { error: vi.fn(), warning: vi.fn(), success: vi.fn() };

const problem = (status: number, detail: string) => new ApiError(status, { detail });

const recordOf = (over: Partial<OnboardingRecord> = {}): OnboardingRecord => ({
  id: "w1",
  version: 7,
  name: "Any",
  complete: false,
  steps: [
    { name: "First", description: "Begin here.", link: "https://example.com/help", complete: true },
    { name: "Second", description: "Then this.", complete: false },
  ],
  step_data: { app: "a1" },
  ...over,
});

const show = (children: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {children}
    </QueryClientProvider>,
  );

function Step({ advance, back, isLast }: StepProps) {
  return (
    <StepActions back={back}>
      <button type="button" onClick={() => void advance({ made: "m1" })}>
        {isLast ? "Done" : "Next"}
      </button>
    </StepActions>
  );
}

const frame = (record: OnboardingRecord, onComplete?: () => void) =>
  show(<Frame record={record} title="Any" steps={[Step, Step]} {...(onComplete && { onComplete })} />);

beforeEach(() => {
  vi.clearAllMocks();
  for (const tone of ["error", "warning", "success"] as const) {
    vi.spyOn(toast, tone).mockImplementation(said[tone]);
  }
  getRecord.mockImplementation(async () => recordOf() as never);
  patchRecord.mockImplementation(
    async (_object, fields) => ({ ...recordOf(), ...fields, version: 8 }) as never,
  );
});

it("resumes at the first step that is not complete, and shows its place", () => {
  frame(recordOf());
  expect(screen.getByText("Step 2 of 2")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 3, name: "Second" })).toBeTruthy();
  expect(screen.getByText("Then this.")).toBeTruthy();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("1");
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByText("Step 1 of 2")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Learn more" }).getAttribute("href")).toBe(
    "https://example.com/help",
  );
});

it("saves the last step, what it created and that all is complete", async () => {
  frame(recordOf());
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() =>
    expect(said.success).toHaveBeenCalledWith("Onboarding complete, please refresh the page"),
  );
  const [object, fields, , expected] = patchRecord.mock.calls[0] ?? [];
  expect([object, expected]).toEqual(["onboarding", 7]);
  expect(fields).toMatchObject({ complete: true, step_data: { app: "a1", made: "m1" } });
  expect(stepsOf(fields as never).map((step) => step.complete)).toEqual([true, true]);
});

it("shows one place in the steps, whatever a colleague does", () => {
  const [first, second] = stepsOf(recordOf());
  const twoTabs = (steps: readonly unknown[]) => (
    <Frame record={recordOf({ steps })} title="Any" steps={[Step, Step]} />
  );
  const { rerender } = render(twoTabs([first, second]));
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  rerender(
    twoTabs([
      { ...first, complete: false },
      { ...second, complete: true },
    ]),
  );
  expect(screen.getByText("Step 1 of 2")).toBeTruthy();
  expect(currentOf(stepsOf(recordOf({ steps: [{ ...first, complete: false }, second] })))).toBe(0);
});

it("says that progress could not be saved", async () => {
  patchRecord.mockRejectedValue(problem(500, "Broken"));
  frame(recordOf());
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(said.error).toHaveBeenCalledWith("Failed to update onboarding steps"));
});

it("warns with the server's detail where it is forbidden", async () => {
  patchRecord.mockRejectedValue(problem(403, "Only superusers"));
  frame(recordOf());
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(said.warning).toHaveBeenCalledWith("Only superusers"));
});

it("saves again over what a colleague saved at the same time", async () => {
  patchRecord.mockRejectedValueOnce(problem(409, "Changed"));
  frame(recordOf());
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(said.success).toHaveBeenCalled());
  expect(patchRecord).toHaveBeenCalledTimes(2);
});

it("calls back where the onboarding is complete already, and can be gone through again", () => {
  const onComplete = vi.fn();
  frame(recordOf({ complete: true }), onComplete);
  expect(onComplete).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole("button", { name: "Check the steps again" }));
  expect(screen.getByText("Step 1 of 2")).toBeTruthy();
});

it("finds the record of a wizard by its name", async () => {
  listRecords.mockResolvedValue({ rows: [recordOf()] } as never);
  show(<OnboardingRoute />);
  expect(await screen.findByText("leads to w1")).toBeTruthy();
});

it.each([
  ["is none", async () => ({ rows: [] }), "No onboarding data found for ValRM for Salesforce Onboarding"],
  ["can't be read", async () => Promise.reject(problem(500, "Broken")), "Failed to fetch onboarding data"],
  ["is not theirs", async () => Promise.reject(problem(403, "Not yours")), "Not yours"],
])("says that the record of a wizard %s", async (_, answer, text) => {
  listRecords.mockImplementation(answer as never);
  show(<OnboardingRoute />);
  expect(await screen.findByText(text)).toBeTruthy();
});

const step: StepProps = {
  data: {},
  advance: vi.fn(),
  keep: vi.fn(),
  back: undefined,
  isBusy: false,
  isLast: false,
};

it("asks for every field of the credentials once one has left it", async () => {
  show(<Credentials {...step} />);
  for (const label of ["Client ID", "Client secret", "Salesforce domain"]) {
    expect(screen.queryByText("This field is required")).toBeNull();
    fireEvent.blur(screen.getByLabelText(label));
    expect(screen.getAllByText("This field is required")).toHaveLength(1);
    fireEvent.change(screen.getByLabelText(label), { target: { value: "acme.my.salesforce.com" } });
  }
  createRecord.mockResolvedValue({ id: "app1", version: 1 });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(said.success).toHaveBeenCalledWith("Credentials saved"));
  expect(step.advance).toHaveBeenCalledWith({ integrated_app: "app1" });
  expect(createRecord.mock.calls[0]?.[1]).toMatchObject({
    authentication_url: "https://acme.my.salesforce.com/services/oauth2/authorize",
    token_url: "https://acme.my.salesforce.com/services/oauth2/token",
    config: { redirect_uri: "/oauth2/callback" },
  });
});

it("is not finished without an auth credential", async () => {
  show(<Authorize {...step} isLast />);
  expect(
    await screen.findByText("Auth credential not found. Please go back to the previous step."),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(said.warning).toHaveBeenCalledWith("Please complete all steps");
  expect(step.advance).not.toHaveBeenCalled();
});

it.each([
  ["acme.my.salesforce.com", "https://acme.my.salesforce.com"],
  [" https://acme.my.salesforce.com/ ", "https://acme.my.salesforce.com"],
  ["http://127.0.0.1:4000", "http://127.0.0.1:4000"],
  ["acme.my.salesforce.com/setup", undefined],
  ["https://user@acme.com", undefined],
  ["two words", undefined],
])("reads the domain %j", (written, base) => {
  expect(baseOf(written)).toBe(base);
  if (base) {
    expect(addressesOf(base).token_url).toBe(`${base}/services/oauth2/token`);
  }
});
