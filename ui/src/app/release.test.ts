import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Feature } from "@/feature";
import { atom, connectionAtom, store } from "@/store";
import { isAtStake, isNewer, useRelease } from "./release";

const fetch = vi.fn<() => Promise<Response>>();
vi.stubGlobal("fetch", fetch);

const page = (script: string) => `<html><head><script type="module" src="/assets/${script}.js"></script>`;
const serve = (script: string) => fetch.mockImplementation(() => Promise.resolve(new Response(page(script))));

describe("a newer release", () => {
  beforeEach(() => {
    document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
    store.set(connectionAtom, "connected");
  });
  afterEach(() => {
    document.head.replaceChildren();
    fetch.mockReset();
  });

  it("is there where the server's page names another script", async () => {
    serve("index-old");
    expect(await isNewer()).toBe(false);
    serve("index-new");
    expect(await isNewer()).toBe(true);
  });

  it("is not seen in an answer that is no such page, nor in none", async () => {
    fetch.mockResolvedValueOnce(new Response("Bad gateway", { status: 502 }));
    expect(await isNewer()).toBe(false);
    fetch.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    expect(await isNewer()).toBe(false);
  });

  it("is looked for when the connection is back, and at no other time", async () => {
    serve("index-new");
    const { result } = renderHook(() => useRelease());
    expect(fetch).not.toHaveBeenCalled();
    act(() => store.set(connectionAtom, "reconnecting"));
    act(() => store.set(connectionAtom, "connected"));
    await waitFor(() => expect(result.current).toBe(true));
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

it("is not looked for by the first connection", async () => {
  store.set(connectionAtom, "connecting");
  serve("index-new");
  const { result } = renderHook(() => useRelease());
  act(() => store.set(connectionAtom, "connected"));
  await Promise.resolve();
  expect(fetch).not.toHaveBeenCalled();
  expect(result.current).toBe(false);
});

describe("what a reload would cost", () => {
  const busy = atom(false);
  const features: Feature[] = [{}, { holds: busy }];

  it("is what a feature holds, and what is typed", () => {
    expect(isAtStake(features)).toBe(false);
    store.set(busy, true);
    expect(isAtStake(features)).toBe(true);
    store.set(busy, false);
    const box = document.body.appendChild(document.createElement("textarea"));
    box.value = "typed";
    expect(isAtStake(features)).toBe(true);
    box.remove();
  });
});
