import { act, fireEvent, renderHook } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isMod, isTyping, keyLabel } from "./keys";
import { objectName, ownPath } from "./paths";
import { formatPhone } from "./phone";
import { createServerTime } from "./serverTime";
import { recall, remember } from "./storage";
import { useNow } from "./useNow";
import { useReading } from "./useReading";
import { useSettled } from "./useSettled";

describe("a list that stands still under the pointer", () => {
  function show(first: string[]) {
    const { result, rerender } = renderHook(({ ids }) => useSettled(ids), { initialProps: { ids: first } });
    return {
      shown: () => [...result.current.ids],
      become: (ids: string[]) => rerender({ ids }),
      enter: () => act(() => result.current.hold.onPointerEnter()),
      leave: () => act(() => result.current.hold.onPointerLeave()),
    };
  }

  it("follows the true order while nobody points at it", () => {
    const list = show(["a", "b"]);
    list.become(["b", "a", "c"]);
    expect(list.shown()).toEqual(["b", "a", "c"]);
  });

  it("moves nothing under the pointer, and all when it leaves", () => {
    const list = show(["a", "b", "c"]);
    list.enter();
    list.become(["c", "new", "a"]);
    expect(list.shown()).toEqual(["new", "a", "c"]);
    list.become(["c", "newer", "new", "a"]);
    expect(list.shown()).toEqual(["newer", "new", "a", "c"]);
    list.leave();
    expect(list.shown()).toEqual(["c", "newer", "new", "a"]);
  });
});

describe("the time", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it.each([0, 1, 230, 999])("is told each second while something counts, begun %i ms after one", (begun) => {
    vi.setSystemTime(Date.UTC(2026, 2, 1, 10) + begun);
    const { result, rerender } = renderHook(({ counts }) => useNow(counts), {
      initialProps: { counts: true },
    });
    const seconds = () => Math.floor(result.current / 1_000);
    const start = seconds();
    act(() => vi.advanceTimersByTime(3_000));
    expect(seconds() - start).toBe(3);
    rerender({ counts: false });
    act(() => vi.advanceTimersByTime(5_000));
    expect(seconds() - start).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is one moment for all, whenever they began to count", () => {
    const first = renderHook(() => useNow()).result;
    act(() => vi.advanceTimersByTime(1_400));
    const second = renderHook(() => useNow()).result;
    for (let step = 0; step < 10; step++) {
      expect(second.current).toBe(first.current);
      act(() => vi.advanceTimersByTime(300));
    }
  });
});

describe("the server's time", () => {
  const at = (time: string) => Date.parse(`2026-03-01T10:00:${time}Z`);
  const header = (second: string) => `Sun, 01 Mar 2026 10:00:${second} GMT`;

  it("is this machine's where that may be right", () => {
    const time = createServerTime(() => at("05.200"));
    time.heard(header("05"), at("05.000"), at("05.100"));
    time.heard(null, 0, 0);
    expect(time.now()).toBe(at("05.200"));
  });

  it("is found from answers where this machine's clock is wrong, and better with each", () => {
    let here = 0;
    const behind = 10_000;
    const time = createServerTime(() => here);
    const answer = (server: number) => {
      here = server - behind;
      time.heard(new Date(Math.floor(server / 1_000) * 1_000).toUTCString(), here, here + 20);
    };
    answer(at("20.500"));
    expect(Math.abs(time.now() - at("20.500"))).toBeLessThan(600);
    answer(at("21.950"));
    answer(at("23.050"));
    expect(Math.abs(time.now() - at("23.050"))).toBeLessThan(100);
  });

  it("is found anew when a clock was set", () => {
    const time = createServerTime(() => at("00.000"));
    time.heard(header("30"), at("00.000"), at("00.050"));
    time.heard(header("00"), at("00.000"), at("00.050"));
    expect(time.now()).toBe(at("00.000"));
  });
});

describe("whether somebody reads the page", () => {
  it("follows its focus", () => {
    const focus = vi.spyOn(document, "hasFocus").mockReturnValue(true);
    const { result } = renderHook(() => useReading());
    expect(result.current).toBe(true);
    focus.mockReturnValue(false);
    act(() => void fireEvent.blur(window));
    expect(result.current).toBe(false);
    focus.mockReturnValue(true);
    act(() => void fireEvent.focus(window));
    expect(result.current).toBe(true);
  });

  it("misses nothing between the first drawing and the listening", () => {
    const focus = vi.spyOn(document, "hasFocus").mockReturnValue(true);
    const { result } = renderHook(() => {
      useLayoutEffect(() => void focus.mockReturnValue(false), []);
      return useReading();
    });
    expect(result.current).toBe(false);
  });
});

describe("what this browser keeps", () => {
  it("is kept, replaced and let go", () => {
    remember("draft.x", "Hello");
    expect(recall("draft.x")).toBe("Hello");
    remember("draft.x", "");
    expect(recall("draft.x")).toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  it("lasts as long as the page where storage is blocked", () => {
    const blocked = () => {
      throw new DOMException("blocked");
    };
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(blocked);
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(blocked);
    remember("theme", "dark");
    expect(recall("theme")).toBe("dark");
  });
});

describe("keys", () => {
  const press = (over: object) => ({
    key: "k",
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...over,
  });

  it("count Ctrl or Meta as the one modifier, both together as none", () => {
    expect(isMod(press({ ctrlKey: true }))).toBe(true);
    expect(isMod(press({ metaKey: true }))).toBe(true);
    expect(isMod(press({ ctrlKey: true, metaKey: true }))).toBe(false);
    expect(isMod(press({}))).toBe(false);
  });

  it("are read as people of this system write them", () => {
    expect(keyLabel("alt+mod+e")).toBe("Alt+Ctrl+E");
    expect(keyLabel("shift+enter")).toBe("Shift+Enter");
    expect(keyLabel("?")).toBe("?");
  });

  it.each([
    ["textarea", {}, true],
    ["select", {}, true],
    ["input", { type: "text" }, true],
    ["input", { type: "checkbox" }, false],
    ["button", {}, false],
  ])("are letters in %s %j: %s", (name, over, expected) => {
    expect(isTyping(Object.assign(document.createElement(name), over))).toBe(expected);
  });
});

describe("paths", () => {
  it.each([
    ["/view/contact/list?page=2#top", "/view/contact/list?page=2#top"],
    ["/login", undefined],
    ["//evil.test", undefined],
    ["https://evil.test", undefined],
    ["/\\evil.test", undefined],
    [undefined, undefined],
  ])("back to %j lead to %j", (path, own) => {
    expect(ownPath(path)).toBe(own);
  });

  it("name objects in any way that people write them", () => {
    expect(objectName("Twilio-Phone")).toBe("twilio_phone");
    expect(objectName("chat message")).toBe("chat_message");
  });
});

describe("phone numbers", () => {
  it.each([
    ["+14155550134", "(415) 555-0134"],
    ["+442079460958", "+44 207 946 0958"],
    ["+4930901820", "+49 309 018 20"],
    ["+49 30 901820", "+49 30 901820"],
    ["+4915112345678", "+49 151 123 456 78"],
    ["+35312345678", "+353 123 456 78"],
    ["+79161234567", "+7 916 123 4567"],
    ["112", "112"],
    [null, ""],
  ])("%j are shown as %j", (number, shown) => {
    expect(formatPhone(number)).toBe(shown);
  });
});
