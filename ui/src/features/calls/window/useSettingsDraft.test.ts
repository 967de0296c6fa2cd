import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { recalledKeys, remember } from "@/lib/storage";
import { unsavedWork } from "@/lib/unsaved";
import { identityAtom, store, useAtomValue } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { words } from "./messages";
import { useSettingsDraft } from "./useSettingsDraft";

vi.mock("@/api", async (original) => ({
  ...(await original<typeof api>()),
  patchRecord: vi.fn(),
  getRecord: vi.fn(),
}));
const patch = vi.mocked(api.patchRecord);
const get = vi.mocked(api.getRecord);

const overtaken = new api.ApiError(412, { code: "version_conflict" });
let version = 0;

const me = (phone: object = {}) => ({
  ...(store.get(identityAtom)?.user as api.UserRecord),
  version: version + 5,
  settings: { phone_settings: phone },
});

function open() {
  return renderHook(() => {
    const user = useAtomValue(identityAtom)?.user;
    if (!user) {
      throw new Error("nobody is signed in");
    }
    return useSettingsDraft(user, []);
  }).result;
}

describe("the draft of the phone's settings", () => {
  beforeEach(() => {
    for (const key of recalledKeys("phone.settings")) {
      remember(key, undefined);
    }
    version = signIn({ user: { settings: { phone_settings: {} } } });
    patch.mockReset().mockImplementation(() => Promise.resolve(me({ ring_once: false })));
    get.mockReset();
  });

  it("is one request on the version that is shown, and asked about until then", async () => {
    const draft = open();
    act(() => draft.current.set({ ringOnce: false }));
    expect(unsavedWork()).toHaveLength(1);
    expect(open().current.values.ringOnce, "the browser keeps it").toBe(false);
    await act(() => draft.current.save());
    const sent = { id: "me", settings: { phone_settings: { ring_once: false } } };
    expect(patch).toHaveBeenCalledExactlyOnceWith("user", sent, expect.any(String), version);
    expect(draft.current).toMatchObject({ isDirty: false, values: { ringOnce: false } });
  });

  it("goes on top of what else of the person was changed", async () => {
    const draft = open();
    act(() => draft.current.set({ ringOnce: false }));
    patch.mockRejectedValueOnce(overtaken);
    get.mockResolvedValue(me({ open_customer: false }));
    await act(() => draft.current.save());
    expect(patch.mock.lastCall?.[3]).toBe(version + 5);
    expect(draft.current.isDirty).toBe(false);
  });

  it("waits, and says so, where the same was changed elsewhere", async () => {
    const warn = vi.spyOn(toast, "warning").mockReturnValue(undefined as never);
    const draft = open();
    act(() => draft.current.set({ extension: "222" }));
    patch.mockRejectedValueOnce(overtaken);
    get.mockResolvedValue(me({ extension: "111" }));
    await act(() => draft.current.save());
    expect(patch).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledWith(words.changedMeanwhile);
    expect(draft.current).toMatchObject({ isDirty: true, values: { extension: "222" } });
  });

  it("says beside the extension what is wrong with it", async () => {
    const draft = open();
    act(() => draft.current.set({ extension: "12x" }));
    await act(() => draft.current.save());
    expect(patch).not.toHaveBeenCalled();
    expect(draft.current.problem).toBe(words.extensionShape);
    act(() => draft.current.set({ extension: "222" }));
    expect(draft.current.problem).toBeUndefined();
    patch.mockRejectedValueOnce(new api.ApiError(409, { errors: { extension: ["Somebody has it."] } }));
    await act(() => draft.current.save());
    expect(draft.current).toMatchObject({ problem: "Somebody has it.", isDirty: true });
  });
});
