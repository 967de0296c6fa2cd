import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { signIn } from "@/store/signIn.test-env";
import { keptForm, withoutSection, withSection } from "./changes";
import { changeSections, currentSections } from "./keeping";
import { section } from "./section.test-env";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), patchRecord: vi.fn() }));
const patchRecord = vi.mocked(api.patchRecord);

const names = () => currentSections().map(({ name }) => name);
let version = 0;

/** The server, which keeps what it is sent until it is told to refuse. */
const keeps = () =>
  patchRecord.mockImplementation((_, { settings }) =>
    Promise.resolve({ id: "me", version: ++version, settings } as never),
  );
const sent = () =>
  patchRecord.mock.calls.map(([, { settings }]) =>
    (settings as { leftPanelContent: { name: string }[] }).leftPanelContent.map(({ name }) => name),
  );

beforeEach(() => {
  patchRecord.mockReset();
  const settings = { theme: "dark", leftPanelContent: keptForm([section("a")]) };
  version = signIn({ user: { settings } });
});

describe("a change of one's sections", () => {
  it("is shown at once, and kept", async () => {
    keeps();
    const kept = changeSections((had) => withSection(had, section("b")));
    expect(names()).toEqual(["a", "b"]);
    await kept;
    expect(names()).toEqual(["a", "b"]);
    expect(sent()).toEqual([["a", "b"]]);
  });

  it("asks the server for nothing where it changes nothing", async () => {
    await changeSections((had) => withSection(had, section("a")));
    expect(patchRecord).not.toHaveBeenCalled();
  });

  it("is taken back, with the reason, where the server refuses", async () => {
    const error = vi.spyOn(toast, "error").mockReturnValue(undefined);
    patchRecord.mockRejectedValue(new api.ApiError(422, { detail: "Settings is too large." }));
    const kept = changeSections((had) => withSection(had, section("b")));
    expect(names()).toEqual(["a", "b"]);
    await kept;
    expect(names()).toEqual(["a"]);
    expect(error.mock.calls[0]?.[0]).toContain("Settings is too large.");
  });

  it("undoes no other that is on its way, nor counts on one that was refused", async () => {
    vi.spyOn(toast, "error").mockReturnValue(undefined);
    keeps();
    patchRecord.mockRejectedValueOnce(new api.ApiError(0, {}));
    const changes = [
      changeSections((had) => withSection(had, section("refused"))),
      changeSections((had) => withSection(had, section("b"))),
      changeSections((had) => withoutSection(had, "id-a")),
    ];
    expect(names()).toEqual(["refused", "b"]);
    await Promise.all(changes);
    expect(sent()).toEqual([["a", "refused"], ["a", "b"], ["b"]]);
    expect(names()).toEqual(["b"]);
  });

  it("is carried out on what another browser stored meanwhile", async () => {
    keeps();
    const conflict = new api.ApiError(412, { code: "version_conflict" });
    patchRecord.mockImplementationOnce(() => {
      queueMicrotask(() => {
        const settings = { leftPanelContent: keptForm([section("a"), section("theirs")]) };
        version = signIn({ user: { settings } });
      });
      return Promise.reject(conflict);
    });
    await changeSections((had) => withSection(had, section("b")));
    expect(sent()).toEqual([
      ["a", "b"],
      ["a", "theirs", "b"],
    ]);
    expect(patchRecord.mock.calls[1]?.[3]).toBe(version - 1);
    expect(names()).toEqual(["a", "theirs", "b"]);
  });

  it("is given up, with the reason, where another browser is always faster", async () => {
    const error = vi.spyOn(toast, "error").mockReturnValue(undefined);
    patchRecord.mockImplementation(() => {
      queueMicrotask(() => {
        version = signIn({ user: { settings: { leftPanelContent: keptForm([section("a")]) } } });
      });
      return Promise.reject(
        new api.ApiError(412, { code: "version_conflict", detail: "Somebody else changed it." }),
      );
    });
    await changeSections((had) => withSection(had, section("b")));
    expect(patchRecord).toHaveBeenCalledTimes(5);
    expect(error.mock.calls[0]?.[0]).toContain("Somebody else changed it.");
    expect(names()).toEqual(["a"]);
  });
});
