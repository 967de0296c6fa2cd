import { beforeEach, describe, expect, it, vi } from "vitest";
import { canceled } from "./files";
import { uploadInPieces } from "./resumable";

interface Options {
  metadata: Record<string, string>;
  onShouldRetry: (error: Error) => boolean;
  onProgress: (sent: number, total: number) => void;
  onError: (error: Error) => void;
  onSuccess: () => void;
  onBeforeRequest: (request: { setHeader: (name: string, value: string) => void }) => Promise<void>;
}

const made = vi.hoisted(() => ({ uploads: [] as unknown[], previous: [] as unknown[] }));
const getRecord = vi.hoisted(() => vi.fn());
const refreshToken = vi.hoisted(() => vi.fn(async () => ({ value: "new" })));
vi.mock("./records", () => ({ getRecord }));
vi.mock("./token", () => ({ freshToken: async () => ({ value: "token" }), refreshToken }));
vi.mock("tus-js-client", () => ({
  Upload: class {
    url = "/v1/files/resumable/u1";
    start = vi.fn();
    abort = vi.fn(async () => undefined);
    resumeFromPreviousUpload = vi.fn();
    readonly options: Options;
    constructor(_: File, options: Options) {
      this.options = options;
      made.uploads.push(this);
    }
    findPreviousUploads = async () => made.previous;
  },
}));

interface Fake {
  options: Options;
  start: ReturnType<typeof vi.fn>;
  abort: ReturnType<typeof vi.fn>;
  resumeFromPreviousUpload: ReturnType<typeof vi.fn>;
}

const refused = (status: number, detail = "") =>
  Object.assign(new Error("refused"), {
    originalResponse: { getStatus: () => status, getBody: () => JSON.stringify({ detail }) },
  });
const begin = async (more: object = {}) => {
  const result = uploadInPieces({ file: new File(["x"], "tour.mp4"), command: "c", ...more });
  result.catch(() => undefined);
  await new Promise((next) => setTimeout(next));
  return { result, upload: made.uploads.at(-1) as Fake };
};

describe("an upload in pieces", () => {
  beforeEach(() => {
    made.uploads = [];
    made.previous = [];
    getRecord.mockReset().mockResolvedValue({ id: "u1", link: "/x" });
  });

  it("becomes the file record of its id, with each request signed", async () => {
    const onProgress = vi.fn();
    const { result, upload } = await begin({ isPublic: true, onProgress });
    expect(upload.options.metadata).toEqual({ filename: "tour.mp4", public: "true" });
    const setHeader = vi.fn();
    await upload.options.onBeforeRequest({ setHeader });
    expect(setHeader).toHaveBeenCalledWith("Authorization", "Bearer token");
    upload.options.onProgress(5, 10);
    expect(onProgress).toHaveBeenCalledWith(0.5);
    upload.options.onSuccess();
    await expect(result).resolves.toEqual({ id: "u1", link: "/x" });
    expect(getRecord).toHaveBeenCalledWith("file", "u1");
  });

  it("goes on with what this browser sent before", async () => {
    made.previous = [{ uploadUrl: "/v1/files/resumable/u0" }];
    const { upload } = await begin();
    expect(upload.resumeFromPreviousUpload).toHaveBeenCalledWith(made.previous[0]);
    expect(upload.start).toHaveBeenCalledTimes(1);
  });

  it("waits for a connection, but not for a rule to change", async () => {
    const onInterrupted = vi.fn();
    const { upload, result } = await begin({ onInterrupted });
    for (const status of [409, 429, 500, 503]) {
      expect(upload.options.onShouldRetry(refused(status)), `${status}`).toBe(true);
    }
    expect(upload.options.onShouldRetry(new Error("network"))).toBe(true);
    expect(upload.options.onShouldRetry(refused(401))).toBe(true);
    expect(refreshToken).toHaveBeenCalledTimes(1);
    expect(onInterrupted).toHaveBeenLastCalledWith(true);
    upload.options.onProgress(1, 2);
    expect(onInterrupted).toHaveBeenLastCalledWith(false);
    for (const status of [403, 404, 413, 415, 507]) {
      expect(upload.options.onShouldRetry(refused(status)), `${status}`).toBe(false);
    }
    upload.options.onError(refused(413, "tour.mp4 is too large: a file may have 10 MB."));
    await expect(result).rejects.toMatchObject({
      status: 413,
      message: "tour.mp4 is too large: a file may have 10 MB.",
    });
  });

  it("is deleted when it is canceled, and kept when its page is left", async () => {
    const [cancel, leave] = [new AbortController(), new AbortController()];
    const first = await begin({ signal: cancel.signal });
    cancel.abort(canceled);
    expect(first.upload.abort).toHaveBeenCalledWith(true);
    await expect(first.result).rejects.toMatchObject({ name: "AbortError" });
    const second = await begin({ signal: leave.signal });
    leave.abort();
    expect(second.upload.abort).toHaveBeenCalledWith(false);
  });
});
