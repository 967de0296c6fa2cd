import { afterEach, describe, expect, it, vi } from "vitest";
import { loadChunk, NotLoaded } from "./chunks";

const answer = (status: number) => Promise.resolve(new Response("", { status }));
const importModule = () => Promise.resolve("module");

describe("a dynamic import", () => {
  const fetch = vi.fn<(file: string) => Promise<Response>>();
  vi.stubGlobal("fetch", fetch);

  afterEach(() => {
    fetch.mockReset();
    document.head.replaceChildren();
  });

  it("is carried out once its files are there, each fetched once", async () => {
    fetch.mockImplementation(() => answer(200));
    await expect(loadChunk(importModule, ["assets/a.js", "assets/b.js"])).resolves.toBe("module");
    await loadChunk(importModule, ["assets/b.js", "assets/c.js"]);
    expect(fetch.mock.calls.map(([file]) => file)).toEqual(["/assets/a.js", "/assets/b.js", "/assets/c.js"]);
  });

  it("is not tried while a file is missing, and mended by a second one", async () => {
    const load = vi.fn(importModule);
    fetch.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(loadChunk(load, ["assets/d.js"])).rejects.toMatchObject({ isGone: false });
    expect(load).not.toHaveBeenCalled();
    fetch.mockImplementation(() => answer(200));
    await expect(loadChunk(load, ["assets/d.js"])).resolves.toBe("module");
  });

  it.each([
    [404, true],
    [503, false],
  ])("tells by %s whether a newer release took a file's place", async (status, isGone) => {
    fetch.mockImplementation(() => answer(status));
    const error: unknown = await loadChunk(importModule, [`assets/${status}.js`]).catch((caught) => caught);
    expect(error).toBeInstanceOf(NotLoaded);
    expect(error).toMatchObject({ isGone });
  });

  it("fetches nothing of what the page was started with", async () => {
    document.head.innerHTML = '<script src="/assets/main.js"></script>';
    document.head.innerHTML += '<link rel="modulepreload" href="/assets/react.js">';
    await loadChunk(importModule, ["assets/main.js", "assets/react.js"]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it("asks for a reload where what the page preloads did not come, and passes on what a file throws", async () => {
    document.head.innerHTML = '<link rel="modulepreload" href="/assets/frame.js">';
    const failing = (message: string) => () => Promise.reject(new TypeError(message));
    const failed = loadChunk(failing("Failed to fetch dynamically imported module: /assets/frame.js"), [
      "assets/frame.js",
    ]);
    await expect(failed).rejects.toMatchObject({ isGone: true });
    const thrown = loadChunk(failing("x is not a function"), ["assets/frame.js"]);
    await expect(thrown).rejects.toBeInstanceOf(TypeError);
  });
});
