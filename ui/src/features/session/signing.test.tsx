import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { identityAtom, instanceAtom, phaseAtom, schemasAtom, store } from "@/store";
import { signIn as signInAs } from "@/store/signIn.test-env";
import { ensureSession } from "./bootstrap";
import { InvitationBar } from "./InvitationBar";
import * as invitationApi from "./invitationApi";
import { LoginPage } from "./LoginPage";
import { adoptTheme, chooseTheme, themeAtom } from "./theme";

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  fetchInstance: vi.fn(),
  fetchMe: vi.fn(),
  freshToken: vi.fn(),
  signIn: vi.fn(),
  patchRecord: vi.fn(),
  takeOpened: vi.fn(() => ({})),
}));
const takeOpened = vi.mocked(api.takeOpened);
const fetchInstance = vi.mocked(api.fetchInstance);
const fetchMe = vi.mocked(api.fetchMe);
const freshToken = vi.mocked(api.freshToken);
const signIn = vi.mocked(api.signIn);
const patchRecord = vi.mocked(api.patchRecord);

const organization = { id: "o", name: "Harbor" };

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  store.set(instanceAtom, undefined);
  fetchInstance.mockResolvedValue({ demo: false, demo_password: "" } as never);
});

describe("the sign-in page", () => {
  async function enter(email: string, password: string) {
    const onSignedIn = vi.fn();
    render(<LoginPage onSignedIn={onSignedIn} onForgot={vi.fn()} />);
    if (email !== "") {
      await userEvent.type(screen.getByLabelText("Email"), email);
    }
    if (password !== "") {
      await userEvent.type(screen.getByLabelText("Password"), password);
    }
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    return onSignedIn;
  }

  it("asks for both before it asks the server, and puts the focus on what is missing", async () => {
    await enter("ada@demo.test", "");
    expect(screen.getByText("Password is required")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
    expect(signIn).not.toHaveBeenCalled();
  });

  it("goes on when the server knows the person", async () => {
    signIn.mockResolvedValueOnce(undefined);
    const onSignedIn = await enter(" ada@demo.test ", "secret");
    expect(signIn).toHaveBeenCalledWith("ada@demo.test", "secret", undefined);
    expect(onSignedIn).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["what the server said", new api.ApiError(401, { detail: "Wrong password." }), "Wrong password."],
    ["that there was no server", new api.ApiError(0, {}), "Can't reach the server."],
  ])("says %s, and lets one try again", async (_, refusal, sentence) => {
    signIn.mockRejectedValueOnce(refusal);
    const onSignedIn = await enter("ada@demo.test", "wrong");
    expect((await screen.findAllByText(new RegExp(sentence))).length).toBe(1);
    expect(onSignedIn).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" }).disabled).toBe(false);
  });

  it("lets a person of several organizations choose, and signs in to that one", async () => {
    const memberships = [
      { user: "u1", organization },
      { user: "u2", organization: { id: "p", name: "Pine" } },
    ];
    signIn.mockResolvedValueOnce({ memberships } as never).mockResolvedValueOnce(undefined);
    const onSignedIn = await enter("ada@demo.test", "secret");
    expect(onSignedIn).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: /Pine/ }));
    expect(signIn).toHaveBeenLastCalledWith("ada@demo.test", "secret", "p");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  });

  it("asks for a code after the password, or for a recovery code, and says what is wrong with it", async () => {
    signIn.mockResolvedValueOnce({ ticket: "t1", expires_in: 300 } as never);
    const goOn = vi.spyOn(api, "goOn");
    goOn.mockRejectedValueOnce(new api.ApiError(401, { detail: "The code is not right." }));
    goOn.mockResolvedValueOnce(undefined);
    const onSignedIn = await enter("ada@demo.test", "secret");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(screen.getByText("Enter the code")).toBeTruthy();
    await userEvent.click(screen.getByLabelText("6-digit code"));
    await userEvent.paste("123456");
    await userEvent.click(screen.getByRole("checkbox", { name: "Trust this browser for 30 days" }));
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(goOn).toHaveBeenLastCalledWith({ ticket: "t1", code: "123456", trust: true });
    expect(await screen.findByText("The code is not right.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Use a recovery code" }));
    await userEvent.click(screen.getByLabelText("Recovery code"));
    await userEvent.paste("abcd-efgh-jkmn-pqrs");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(goOn).toHaveBeenLastCalledWith({ ticket: "t1", code: "abcd-efgh-jkmn-pqrs", trust: true });
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  });

  it("offers people to be only where the server is a demo, and signs in at one click", async () => {
    fetchInstance.mockResolvedValueOnce({ demo: true, demo_password: "switchboard" } as never);
    const onSignedIn = vi.fn();
    render(<LoginPage onSignedIn={onSignedIn} onForgot={vi.fn()} />);
    await userEvent.click(await screen.findByRole("button", { name: /Marcus Okafor.*Supervisor/ }));
    expect(signIn).toHaveBeenCalledWith("supervisor@demo.test", "switchboard", undefined);
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  });
});

describe("bringing the session up", () => {
  const me = (over: object = {}) => ({
    user: { id: "me", version: Date.now(), name: "Alice", settings: { theme: "dark" } },
    organization,
    rights: {},
    memberships: [],
    system: ["administer_users"],
    administers: ["app"],
    simulator: true,
    ...over,
  });

  beforeEach(() => {
    store.set(phaseAtom, "starting");
    vi.spyOn(api.api, "get").mockResolvedValue({ data: [{ api_name: "contact" }] } as never);
  });

  it("fails without a sign-in, and can be tried again", async () => {
    freshToken.mockRejectedValueOnce(new api.ApiError(401, {}));
    await expect(ensureSession()).rejects.toMatchObject({ status: 401 });
    expect(store.get(phaseAtom)).toBe("starting");
    freshToken.mockResolvedValueOnce({} as never);
    fetchMe.mockResolvedValueOnce(me() as never);
    await ensureSession();
    expect(store.get(phaseAtom)).toBe("signed-in");
  });

  it("happens once, however many pages wait for it", async () => {
    freshToken.mockResolvedValue({} as never);
    fetchMe.mockResolvedValue(me() as never);
    await Promise.all([ensureSession(), ensureSession()]);
    await ensureSession();
    expect(fetchMe).toHaveBeenCalledTimes(1);
  });

  it("asks for nothing that came with the page's token, and for the schema where the browser keeps it", async () => {
    freshToken.mockResolvedValueOnce({} as never);
    takeOpened.mockReturnValueOnce({ me: me() as never, schema: "v1" });
    await ensureSession();
    expect(fetchMe).not.toHaveBeenCalled();
    expect(api.api.get).toHaveBeenCalledExactlyOnceWith("/v1/schema?version=v1");
    expect(store.get(identityAtom)).toMatchObject({ userId: "me" });
  });

  it("stores the browser's time zone with a user who has none, and keeps one that was set", async () => {
    patchRecord.mockClear();
    freshToken.mockResolvedValue({} as never);
    fetchMe.mockResolvedValueOnce(me() as never);
    await ensureSession();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(patchRecord).toHaveBeenCalledExactlyOnceWith("user", { id: "me", time_zone: timeZone });
    patchRecord.mockClear();
    store.set(phaseAtom, "starting");
    const zoned = me();
    fetchMe.mockResolvedValueOnce({ ...zoned, user: { ...zoned.user, time_zone: "Europe/Berlin" } } as never);
    await ensureSession();
    expect(patchRecord).not.toHaveBeenCalled();
  });

  it("knows who is here, what objects there are, and how he likes it", async () => {
    store.set(themeAtom, "light");
    freshToken.mockResolvedValueOnce({} as never);
    fetchMe.mockResolvedValueOnce(me() as never);
    await ensureSession();
    expect(store.get(identityAtom)).toMatchObject({
      userId: "me",
      user: { name: "Alice" },
      system: ["administer_users"],
      administers: ["app"],
      simulator: true,
    });
    expect(store.get(schemasAtom)).toEqual([{ api_name: "contact" }]);
    expect(store.get(themeAtom)).toBe("dark");
  });
});

describe("the theme", () => {
  beforeEach(() => store.set(themeAtom, "light"));

  it("changes at once, stays in this browser, and goes to the person's settings", async () => {
    signInAs();
    patchRecord.mockResolvedValueOnce({} as never);
    await chooseTheme("dark");
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(localStorage.getItem("switchboard.theme")).toBe("dark");
    expect(patchRecord).toHaveBeenCalledWith("user", { id: "me", settings: { theme: "dark" } });
  });

  it("of the system follows the system", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
    adoptTheme("system");
    expect(document.documentElement.dataset.theme).toBe("dark");
  });

  it.each([undefined, "pink", 7])("is not changed by %j", (wish) => {
    adoptTheme(wish);
    expect(store.get(themeAtom)).toBe("light");
  });
});

describe("how an invited person stands", () => {
  const person = (invitation: string) => ({
    id: "u1",
    version: 1,
    name: "Mia",
    email: "mia@x.test",
    invitation,
  });
  let resend: MockInstance<typeof invitationApi.resendInvitation>;

  beforeEach(() => {
    resend = vi.spyOn(invitationApi, "resendInvitation").mockResolvedValue({} as never);
    signInAs({ system: ["administer_users"] });
  });

  it("is not said of one who has accepted", () => {
    const { container } = render(<InvitationBar record={person("accepted")} />);
    expect(container.textContent).toBe("");
  });

  it("can be changed by administrators only", () => {
    signInAs();
    render(<InvitationBar record={person("invited")} />);
    expect(screen.getByText(/nobody has accepted it yet/)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is sent again, and what came of it is said", async () => {
    const success = vi.spyOn(toast, "success").mockReturnValue(undefined);
    const error = vi.spyOn(toast, "error").mockReturnValue(undefined);
    render(<InvitationBar record={person("expired")} />);
    expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Send again" }));
    expect(resend).toHaveBeenCalledWith("u1");
    expect(success.mock.calls[0]?.[0]).toContain("mia@x.test");
    resend.mockRejectedValueOnce(new api.ApiError(429, { detail: "Too many letters." }));
    await userEvent.click(screen.getByRole("button", { name: "Send again" }));
    await waitFor(() => expect(error).toHaveBeenCalledWith("Too many letters."));
  });

  it("is withdrawn after a question", async () => {
    vi.spyOn(toast, "success").mockReturnValue(undefined);
    const withdraw = vi.spyOn(invitationApi, "withdrawInvitation").mockResolvedValue({} as never);
    render(<InvitationBar record={person("undelivered")} />);
    await userEvent.click(screen.getByRole("button", { name: "Withdraw" }));
    expect(withdraw).not.toHaveBeenCalled();
    const buttons = screen.getAllByRole("button", { name: "Withdraw" });
    await userEvent.click(buttons.at(-1) as HTMLElement);
    expect(withdraw).toHaveBeenCalledWith("u1");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
