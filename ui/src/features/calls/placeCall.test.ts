import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as apis from "@/api";
import * as realtime from "@/realtime";
import { keep, sessionAtom, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { hangUpCall } from "./commands";
import type { CallRecord } from "./objects";
import * as phone from "./phone/phone";
import { placeCall } from "./placeCall";

beforeEach(() => {
  signIn();
  vi.spyOn(phone, "prepareToCall").mockResolvedValue(undefined);
  vi.spyOn(phone, "expectCall").mockReturnValue(undefined);
  vi.spyOn(realtime, "isConnected").mockReturnValue(true);
});
afterEach(() => store.set(sessionAtom, undefined));

it("is asked of the server when it knows that the call before is over, answered or refused", async () => {
  const carryOut = vi.spyOn(apis, "carryOut").mockResolvedValue({ id: "next" } as never);
  const call = { id: "up", version: 1, status: "in-progress", direction: "outbound" } as CallRecord;
  keep("call", [call]);
  for (const settle of ["resolve", "reject"] as const) {
    carryOut.mockClear();
    let answer = () => {};
    const answered = new Promise<never>((resolve, reject) => {
      answer = { resolve: () => resolve(undefined as never), reject: () => reject(new Error("away")) }[
        settle
      ];
    });
    vi.spyOn(realtime, "command").mockReturnValueOnce(answered);
    void hangUpCall(call);
    const placed = placeCall("+14155550134");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(carryOut).not.toHaveBeenCalled();
    answer();
    expect(await placed).toEqual({ id: "next" });
    expect(carryOut).toHaveBeenCalledTimes(1);
  }
});
