import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import * as api from "@/api";
import * as files from "@/api/files";
import { withQueries } from "@/queries.test-env";
import { MessageMedia } from "./MessageMedia";
import { kindOf, type MediaItem } from "./media";

vi.mock("@/api/files", async (original) => ({ ...(await original<typeof files>()), readContent: vi.fn() }));
const read = vi.mocked(files.readContent);

beforeEach(() => {
  vi.clearAllMocks();
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
});

const show = (what: ReactNode) => render(what, { wrapper: withQueries() });

const stored = (content_type: string, filename: string): MediaItem => ({
  content_type,
  filename,
  size: 2048,
  file: "f1",
  links: { content_direct_temporary: "/v1/twilio/media/m.0" },
});

it.each([
  ["image/png", "a.png", "image"],
  ["image/svg+xml", "a.svg", "file"],
  ["video/mp4", "a.mp4", "video"],
  ["audio/mpeg; x=1", "a.mp3", "audio"],
  ["text/vcard", "mia", "card"],
  ["text/plain", "mia.vcf", "card"],
  ["application/pdf", "a.pdf", "file"],
])("%s %s is shown as %s", (content_type, filename, kind) =>
  expect(kindOf({ content_type, filename })).toBe(kind),
);

it("shows an image in place, and sound and films with what plays them", async () => {
  read.mockResolvedValue(new Blob(["x"]));
  show(
    <MessageMedia
      items={[stored("image/png", "a.png"), stored("audio/mpeg", "b.mp3"), stored("video/mp4", "c.mp4")]}
    />,
  );
  expect(await screen.findByRole("img", { name: "Image a.png" })).toBeTruthy();
  expect(await screen.findByLabelText("Audio b.mp3")).toBeTruthy();
  expect(await screen.findByLabelText("Video c.mp4")).toBeTruthy();
  expect(screen.getAllByText("2 KB")).toHaveLength(3);
  expect(read.mock.calls[0]?.[0]).toBe("/v1/twilio/media/m.0");
});

it("says what could not be loaded, and loads it again", async () => {
  read.mockRejectedValueOnce(new api.ApiError(500, {})).mockResolvedValue(new Blob(["x"]));
  show(<MessageMedia items={[stored("image/png", "a.png")]} />);
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load media attachments.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("img", { name: "Image a.png" })).toBeTruthy();
});

it.each<[string, MediaItem, string]>([
  [
    "that is missing",
    { content_type: "", filename: "", state: "missing" },
    "This attachment could not be found",
  ],
  ["that is on its way", { content_type: "", filename: "", state: "waiting" }, "Receiving the attachment…"],
  [
    "that was refused",
    { content_type: "", filename: "run.exe", state: "refused", detail: "The file is larger than 20 MB." },
    "run.exe was not stored. The file is larger than 20 MB.",
  ],
])("says it of one %s", (_, item, said) => {
  show(<MessageMedia items={[item]} />);
  expect(screen.getByText(said)).toBeTruthy();
});
