import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import * as files from "@/api/files";
import { toast } from "@/components/Toaster/toasts";
import { AttachmentTray } from "@/thread/attach/AttachmentTray";
import { DropHere } from "@/thread/attach/DropHere";
import { relate, useAttachments } from "./attachments";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), createRecord: vi.fn() }));
vi.mock("@/api/files", async (original) => ({ ...(await original<typeof files>()), uploadFile: vi.fn() }));
const upload = vi.mocked(files.uploadFile);
const create = vi.mocked(api.createRecord);

const shown: string[] = [];
beforeEach(() => {
  vi.clearAllMocks();
  shown.length = 0;
  for (const tone of ["success", "error", "warning"] as const) {
    vi.spyOn(toast, tone).mockImplementation((text: string) => {
      shown.push(text);
      return 0 as never;
    });
  }
  upload.mockImplementation(({ file }) =>
    Promise.resolve({ id: file.name, version: 1, link: `/${file.name}` }),
  );
});

const file = (name: string, size = 3) => {
  const made = new File(["abc"], name, { type: "image/png" });
  Object.defineProperty(made, "size", { value: size });
  return made;
};

describe("files of a text", () => {
  it("go to the server as they are chosen, with how far each is", async () => {
    let report: (part: number) => void = () => undefined;
    let finish: () => void = () => undefined;
    upload.mockImplementation(({ onProgress }) => {
      report = onProgress ?? report;
      return new Promise((resolve) => {
        finish = () => resolve({ id: "f1", version: 1, link: "/f1" });
      });
    });
    const { result } = renderHook(() => useAttachments());
    act(() => void result.current.add([file("cat.png")]));
    expect(result.current.isSending).toBe(true);
    act(() => report(0.5));
    expect(result.current.list[0]).toMatchObject({ state: "sending", part: 0.5 });
    await act(async () => finish());
    expect(result.current.list[0]).toMatchObject({ state: "done", id: "f1", link: "/f1" });
    expect(shown).toEqual(["File uploaded successfully!"]);
  });

  it("are reported together", async () => {
    const { result } = renderHook(() => useAttachments());
    await act(() => result.current.add([file("a.png"), file("b.png"), file("c.png")]));
    expect(shown).toEqual(["3 file(s) uploaded successfully!"]);
  });

  it.each([
    ["in the server's words", new api.ApiError(415, { detail: "No programs." }), "No programs."],
    ["in ours where it has none", new Error(""), "File upload failed."],
  ])("say why they failed, %s, and can be sent again", async (_, error, said) => {
    upload.mockRejectedValueOnce(error);
    const { result } = renderHook(() => useAttachments());
    await act(() => result.current.add([file("a.png")]));
    expect(shown).toEqual([said]);
    expect(result.current.hasFailed).toBe(true);
    await act(() => result.current.retry(result.current.list[0] as never));
    expect(result.current.list[0]?.state).toBe("done");
    expect(shown).toEqual([said, "File uploaded successfully!"]);
  });

  it("that have no address are none", async () => {
    upload.mockResolvedValueOnce({ id: "f", version: 1 });
    const { result } = renderHook(() => useAttachments());
    await act(() => result.current.add([file("a.png")]));
    expect(shown).toEqual(["Upload successful, but the server didn't return a URL."]);
  });

  it("are ten at the most, and none is larger than phones take", async () => {
    const { result } = renderHook(() => useAttachments());
    await act(() => result.current.add([file("film.mp4", 6_000_000)]));
    expect(shown).toEqual(["film.mp4 is too large for a text: a file may have 5 MB."]);
    await act(() => result.current.add(Array.from({ length: 11 }, (_, at) => file(`${at}.png`))));
    expect(result.current.list).toHaveLength(10);
    expect(shown.slice(1)).toEqual(["A text has at most 10 files.", "10 file(s) uploaded successfully!"]);
  });

  it("are attached to the conversation once they are sent", async () => {
    const sent = { key: "k", file: file("a.png"), state: "done", part: 1, id: "f", link: "/f" } as const;
    create.mockResolvedValueOnce({} as never);
    await relate("c1", [sent]);
    expect(create).toHaveBeenCalledWith(
      "related_file",
      { file: "f", name: "a.png", link: "/f", related_record: { schema: "twilio_conversation", id: "c1" } },
      "k-record",
    );
    create.mockRejectedValueOnce(new Error("no"));
    await relate("c1", [sent]);
    expect(shown).toEqual([
      "Related file records created successfully!",
      "Error creating related file records.",
    ]);
  });

  it("stand above the text, and can be removed or tried again", async () => {
    const onRemove = vi.fn();
    const onRetry = vi.fn();
    const failed = {
      key: "k",
      file: file("a.png"),
      state: "failed",
      part: 0,
      error: "No programs.",
    } as const;
    vi.stubGlobal(
      "URL",
      Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }),
    );
    render(<AttachmentTray list={[failed]} onRemove={onRemove} onRetry={onRetry} />);
    expect(screen.getByRole("alert").textContent).toBe("No programs.");
    await userEvent.click(screen.getByRole("button", { name: "Upload a.png again" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove a.png" }));
    expect(onRetry).toHaveBeenCalledWith(failed);
    expect(onRemove).toHaveBeenCalledWith("k");
  });

  it("can be dropped anywhere, unless something else takes them", async () => {
    const onFiles = vi.fn();
    render(<DropHere onFiles={onFiles} />);
    const drag = (type: string) => {
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.assign(event, { dataTransfer: { types: ["Files"], files: [file("a.png")] } });
      return event;
    };
    act(() => void document.body.dispatchEvent(drag("dragenter")));
    await waitFor(() => expect(screen.getByText("Drop files here to attach them")).toBeTruthy());
    act(() => void document.body.dispatchEvent(drag("drop")));
    expect(onFiles).toHaveBeenCalledTimes(1);
    const taken = drag("drop");
    taken.preventDefault();
    act(() => void document.body.dispatchEvent(taken));
    expect(onFiles).toHaveBeenCalledTimes(1);
  });
});
