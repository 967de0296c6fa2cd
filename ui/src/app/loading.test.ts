import { describe, expect, it, vi } from "vitest";
import { type Feature, page, part } from "@/feature";
import { NotLoaded } from "@/lib/chunks";
import type { Identity } from "@/store";
import { loadAhead } from "./loading";

vi.stubGlobal("requestIdleCallback", (work: () => void) => work());

const Nothing = () => null;
const loader = () => vi.fn(() => Promise.resolve({ Nothing }));
const going = () => new AbortController().signal;

describe("loading ahead", () => {
  it("loads the pages that one may open, and the parts that they name", async () => {
    const [open, closed, inner] = [loader(), loader(), loader()];
    const settings = vi.fn(() => Promise.resolve([]));
    open.mockImplementation(() => {
      part(() => inner().then((module) => module.Nothing));
      return Promise.resolve({ Nothing });
    });
    const features: Feature[] = [
      { routes: [{ path: "/a", component: page(open, "Nothing") }], settings },
      { routes: [{ path: "/b", component: page(closed, "Nothing"), isFor: (me) => me !== undefined }] },
    ];
    expect(await loadAhead(features, undefined, going())).toBe(true);
    expect([open, closed, inner].map((load) => load.mock.calls.length)).toEqual([1, 0, 1]);
    expect(settings).toHaveBeenCalled();
    await loadAhead(features, {} as Identity, going());
    expect([open, closed, inner].map((load) => load.mock.calls.length)).toEqual([1, 1, 1]);
  });

  it("goes on after what fails, which is loaded the next time", async () => {
    const [broken, whole] = [loader(), loader()];
    broken.mockRejectedValueOnce(new NotLoaded(false));
    const features: Feature[] = [
      {
        routes: [
          { path: "/a", component: page(broken, "Nothing") },
          { path: "/b", component: page(whole, "Nothing") },
        ],
      },
    ];
    expect(await loadAhead(features, undefined, going())).toBe(false);
    expect(whole).toHaveBeenCalledTimes(1);
    expect(await loadAhead(features, undefined, going())).toBe(true);
    expect(broken).toHaveBeenCalledTimes(2);
  });

  it("ends with the page", async () => {
    const load = loader();
    const stop = new AbortController();
    stop.abort();
    const features: Feature[] = [{ routes: [{ path: "/a", component: page(load, "Nothing") }] }];
    expect(await loadAhead(features, undefined, stop.signal)).toBe(false);
    expect(load).not.toHaveBeenCalled();
  });
});
