import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { createElement, type FunctionComponent, type ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type * as api from "@/api";
import { dismiss, toastList } from "@/components/Toaster/toasts";
import { fieldType } from "@/fields/phone/type";
import { NotLoaded } from "@/lib/chunks";
import { colleaguesAtom, connectionAtom, keep, lists, sessionAtom, store, transact } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { ActiveCallsPage } from "./ActiveCallsPage";
import { callRecord } from "./callRecord";
import { Dialer } from "./Dialer";
import { Dock } from "./dock/Dock";
import { PhoneSign } from "./dock/PhoneSign";
import { TransferDialog } from "./dock/TransferDialog";
import { allCalls, ownCalls } from "./liveCalls";
import type { CallRecord } from "./objects";
import { preparePhone } from "./phone/phone";
import { phoneAtom, problemAtom } from "./phone/softphone";
import { browser, refusal, world } from "./spoken.test-env";
import { KeypadPage } from "./window/KeypadPage";
import { PhoneSettingsPage } from "./window/PhoneSettingsPage";

vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
  useNavigate: () => vi.fn(),
}));
vi.mock("./phone/sdk", async (original) => ({
  ...(await original<object>()),
  loadSdk: (await import("./spoken.test-env")).loadSdk,
}));
vi.mock("@/components/LevelMeter/LevelMeter", () => ({ LevelMeter: () => null })); // there is no sound here
vi.mock("./dock/useCaller", () => ({ useCaller: () => undefined }));
vi.mock("@/api", async (original) => {
  const { answer: answers } = await import("./spoken.test-env");
  return {
    ...(await original<typeof api>()),
    carryOut: answers,
    patchRecord: () => answers("patch"),
    getRecord: () => answers("get"),
    listRecords: () => answers("list"),
    searchRecords: () => answers("search"),
  };
});
vi.mock("@/realtime", async (original) => {
  const { answer: answers } = await import("./spoken.test-env");
  return {
    ...(await original<object>()),
    isConnected: () => false,
    command: answers,
    useTopic: () => ({ phase: "live", epoch: 1 }),
  };
});

let people = 0;
let version = 0;
const rights = {
  call: { create: true, read: true, update: true, delete: false },
  twilio_phone: { create: false, read: true, update: false, delete: false },
};

/** Somebody new, whose phone was never opened, with what his settings hold. */
function be(settings: object = {}): void {
  signIn({ userId: `u${++people}`, rights, user: { settings: { phone_settings: settings } } });
}

const show = (node: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      {node}
    </QueryClientProvider>,
  );

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
/** Everything that a phone takes to be set up, or to be given up. */
const whole = 16_000;

const press = async (name: string, time = whole) => {
  fireEvent.click(screen.getByRole("button", { name }));
  await pass(time);
};

/** All that was shown for a while, each sentence once. */
const heard = new Set<string>();
toastList.subscribe(() => {
  for (const { tone, text } of toastList.read()) {
    heard.add(`${tone}: ${text}`);
  }
});
const toasts = () => [...heard];

const call = (over: Partial<CallRecord> = {}) =>
  ({
    id: "k",
    version: ++version,
    status: "ringing",
    direction: "inbound",
    from_number: "+14155550134",
    start_time: "2026-03-01T10:00:00Z",
    ...over,
  }) as CallRecord;

/** A call rings, and is answered by the row of calls. */
async function accept(): Promise<void> {
  store.set(connectionAtom, "connected");
  signInAvailable();
  keep("call", [call()]);
  transact((tx) => lists.set(tx, ownCalls, ["k"]));
  show(<Dock />);
  await press("Accept");
}

function signInAvailable(): void {
  signIn({ userId: `u${people}`, rights, status: "available" });
}

async function dial(typed = "4155550134"): Promise<void> {
  show(<Dialer onClose={vi.fn()} />);
  fireEvent.change(screen.getByLabelText("Phone number"), { target: { value: typed } });
  await press("Call");
}

async function save(extension: string): Promise<void> {
  show(<PhoneSettingsPage />);
  await pass(0);
  fireEvent.change(screen.getByLabelText("Extension"), { target: { value: extension } });
  await press("Save", 100);
}

async function transfer(kind: string): Promise<void> {
  store.set(colleaguesAtom, [{ id: "ben", name: "Ben", status: "available" }] as never);
  show(<TransferDialog call={call({ status: "in-progress" })} onClose={vi.fn()} />);
  fireEvent.click(screen.getByText("Ben"));
  await press(kind, 100);
}

async function transferAccepted(button: string, kind: "Cold" | "Warm"): Promise<void> {
  keep("call", [call({ status: "in-progress" })]);
  await transfer(button);
  show(<Dock />);
  const about = { status: "in-progress", transfer: kind, transfer_to: { id: "ben", name: "Ben" } } as const;
  for (const transfer_state of ["pending", "accepted"] as const) {
    await act(async () => keep("call", [call({ ...about, transfer_state })]));
  }
  await pass(100);
  heard.delete("info: Ringing Ben…");
}

async function type(text: string): Promise<void> {
  show(<KeypadPage />);
  fireEvent.change(screen.getByLabelText("Name or number"), { target: { value: text } });
  await pass(600);
}

const alert = () => screen.getByRole("alert").textContent;
const good: Record<string, string> = {
  "Ringing Ben…": "info",
  "Transferred the call": "success",
  "Adding user to the call": "success",
};
const refused = new DOMException("", "NotAllowedError");

/** What people are told about calls and the phone, how it comes to that, and where it stands. */
const rows: [message: string, provoke: () => Promise<void>, where: () => unknown][] = [
  [
    "Error setting up the phone. Please log out, refresh the page, login back in and try again",
    async () => {
      world.refuses["GET /twilio/token/{id}"] = refusal(500, "Oops.");
      await act(() => preparePhone());
      show(<PhoneSign />);
      await press("Your phone is not set up. Press to set it up.");
    },
    toasts,
  ],
  [
    "Please allow microphone access in your browser settings to use the phone feature.",
    async () => {
      world.microphone = refused;
      await accept();
    },
    toasts,
  ],
  [
    "Setup the Phone First. Click the Red Phone Icon that is left of the Availability indicator.",
    async () => {
      world.refuses["GET /twilio/token/{id}"] = refusal(500, "Oops.");
      await accept();
    },
    toasts,
  ],
  [
    "Failed to set up phone device. Please check permissions and try again.",
    async () => {
      world.isSilent = true;
      void preparePhone();
      await pass(whole);
      show(<PhoneSign />);
      await press("Your phone is not set up. Press to set it up.");
    },
    toasts,
  ],
  [
    "Phone is not ready or number is invalid.",
    async () => {
      world.isSilent = true;
      await dial();
    },
    alert,
  ],
  [
    "Error calling number",
    async () => {
      world.refuses["POST /twilio/call"] = new Error("");
      await dial();
    },
    alert,
  ],
  [
    "Error calling number: The server answered 500.",
    async () => {
      world.refuses["POST /twilio/call"] = refusal(500, "The server answered 500.");
      await dial();
    },
    alert,
  ],
  ["No phone number found", () => callRecord({ id: "c", version: 1, phone: null }), toasts],
  [
    "No phone number found",
    async () => {
      show(<PhoneSettingsPage />);
      await pass(100);
    },
    () => screen.getByText("No phone number found").textContent,
  ],
  [
    "Could not set audio device. Your browser may not support this feature.",
    async () => {
      be({ output_device: "headset" });
      world.speaker = new Error("no such sink");
      void preparePhone();
      await pass(whole);
    },
    toasts,
  ],
  [
    "Device is not initialized. Please refresh the page.",
    async () => {
      world.sdk = new NotLoaded(true);
      await act(() => preparePhone());
      show(<PhoneSign />);
      await press("Your phone is not set up. Press to set it up.");
    },
    toasts,
  ],
  [
    "Device is not initialized. Please refresh the page.",
    async () => {
      world.sdk = new NotLoaded(false);
      await act(() => preparePhone());
      show(<PhoneSettingsPage />);
      await press("Reset Audio", 100);
    },
    toasts,
  ],
  [
    "No audio access for the device.",
    async () => {
      world.microphone = new DOMException("", "NotFoundError");
      await accept();
    },
    toasts,
  ],
  [
    "An error occurred while searching.",
    async () => {
      world.refuses.search = refusal(503, "Restarting.");
      await type("Mia");
      await pass(whole);
    },
    () => screen.getByRole("alert").firstChild?.textContent,
  ],
  ["Ringing Ben…", () => transfer("Transfer"), toasts],
  ["Transferred the call", () => transferAccepted("Transfer", "Cold"), toasts],
  ["Adding user to the call", () => transferAccepted("Ask first", "Warm"), toasts],
  [
    "This call is being transferred already.",
    async () => {
      world.refuses["call.transfer"] = refusal(409, "This call is being transferred already.");
      await transfer("Transfer");
    },
    toasts,
  ],
  [
    "You may not transfer calls.",
    async () => {
      world.refuses["call.transfer"] = refusal(403, "You may not transfer calls.");
      await transfer("Transfer");
    },
    toasts,
  ],
  ...["No active calls assigned to you.", "No active calls at the moment."].map(
    (text): (typeof rows)[number] => [
      text,
      async () => {
        store.set(connectionAtom, "connected");
        transact((tx) => {
          lists.set(tx, ownCalls, []);
          lists.set(tx, allCalls, []);
        });
        show(<ActiveCallsPage />);
        await pass(0);
      },
      () => screen.getByText(text).textContent,
    ],
  ),
  ["Please enter a valid 10-digit number or select a contact.", () => dial("55512"), alert],
  [
    "Extension is already in use by another user, please choose a different extension.",
    async () => {
      const taken = "Extension is already in use by another user, please choose a different extension.";
      world.refuses.patch = refusal(409, taken, { extension: [taken] });
      await save("4711");
    },
    alert,
  ],
  [
    "Invalid Phone",
    async () => {
      const said = vi.fn();
      const field = { name: "phone", title: "Phone", kind: "phone" };
      const props = { id: "phone", field, value: null, onChange: said, onBlur: vi.fn() };
      show(createElement(fieldType.Edit as FunctionComponent<object>, props));
      await pass(0);
      fireEvent.change(document.getElementById("phone") as Element, { target: { value: "abc" } });
      shown = said.mock.lastCall?.[1];
    },
    () => shown,
  ],
];

/** Of whom it is a warning: nothing failed. */
const warnings = ["Setup the Phone First.", "You may not"];
let shown: unknown;

describe("people are told", () => {
  // What is loaded when it is needed would come too late for the clock of these tests.
  beforeAll(async () => {
    await Promise.all([import("./phone/openPhone"), import("./dialled"), import("./ringing/openRinger")]);
  });
  beforeEach(() => {
    vi.useFakeTimers();
    world.reset();
    browser();
    be();
    store.set(connectionAtom, "reconnecting");
    store.set(phoneAtom, { stage: "off" });
    store.set(problemAtom, undefined);
    transact((tx) => lists.set(tx, ownCalls, []));
    for (const { id } of toastList.read()) {
      dismiss(id);
    }
    heard.clear();
  });
  afterEach(() => {
    store.set(sessionAtom, undefined);
    vi.useRealTimers();
  });

  it.each(rows)("“%s”", async (message, provoke, where) => {
    await provoke();
    const tone = warnings.some((start) => message.startsWith(start)) ? "warning" : "error";
    expect(where()).toEqual(where === toasts ? [`${good[message] ?? tone}: ${message}`] : message);
  });

  it("by a red icon beside their availability, until the phone is set up", async () => {
    show(<PhoneSign />);
    expect(screen.getByRole("img", { name: "Your phone is being set up" })).toBeTruthy();
    world.microphone = refused;
    await act(() => preparePhone());
    expect(screen.getByRole("button", { name: /not set up/ }).className).toContain("text-danger");
    world.microphone = undefined;
    await press("Your phone is not set up. Press to set it up.");
    expect(screen.getByRole("img", { name: "Your phone is set up" })).toBeTruthy();
  });
});
