import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import * as simulated from "./api";
import { letCall, letText } from "./customers";
import { words } from "./messages";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), listRecords: vi.fn() }));
const listRecords = vi.mocked(api.listRecords);

const contact = (name: string, number: string | null) => ({
  id: name,
  version: 1,
  name,
  phone: number && { phone_number: number },
});
const page = (...rows: object[]) => ({ rows }) as never;
const live = {
  sid: "CA1",
  direction: "inbound",
  from: "+1415",
  to: "+1206",
  status: "ringing",
  ended_at: null,
};

let placed: string[][] = [];
let sent: unknown[][] = [];

function stands(over: object = {}): void {
  const state = {
    calls: [],
    texts: [],
    refuses: false,
    numbers: [{ number: "+1206", friendly_name: "" }],
    ...over,
  };
  vi.spyOn(simulated, "readState").mockResolvedValue(state as never);
}

beforeEach(() => {
  vi.restoreAllMocks();
  placed = [];
  sent = [];
  vi.spyOn(simulated, "placeCall").mockImplementation((...given) => {
    placed.push(given);
    return Promise.resolve({} as never);
  });
  vi.spyOn(simulated, "sendText").mockImplementation((...given) => {
    sent.push(given);
    return Promise.resolve({} as never);
  });
  stands();
});

describe("a simulated customer", () => {
  it("is a contact with a number who is not on the phone", async () => {
    stands({ calls: [live] });
    listRecords.mockResolvedValue(
      page(contact("Mia", "+1415"), contact("Ben", null), contact("Ana", "+1416")),
    );
    expect(await letCall()).toBe("Ana is calling.");
    expect(placed).toEqual([["+1416", "+1206"]]);
  });

  it("says something that people say", async () => {
    listRecords.mockResolvedValue(page(contact("Mia", "+1415")));
    expect(await letText()).toBe("Mia sent a text.");
    expect(sent[0]?.slice(0, 2)).toEqual(["+1415", "+1206"]);
    expect(words.sampleTexts).toContain(sent[0]?.[2]);
  });

  it("is a stranger where no contacts may be read", async () => {
    listRecords.mockRejectedValue(new api.ApiError(403, { detail: "no" }));
    expect(await letCall()).toBe("+1 206-555-0142 is calling.");
    expect(placed).toEqual([["+12065550142", "+1206"]]);
  });

  it("needs a number to call, and a server that answers", async () => {
    listRecords.mockResolvedValue(page());
    stands({ numbers: [] });
    await expect(letCall()).rejects.toThrow(words.noNumbers);
    stands();
    listRecords.mockRejectedValue(new api.ApiError(503, { detail: "busy" }));
    await expect(letCall()).rejects.toThrow("busy");
    expect(placed).toEqual([]);
  });
});
