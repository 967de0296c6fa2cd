import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api";
import * as simulated from "./api";
import { words } from "./messages";
import { TalkPanel } from "./TalkPanel";

vi.mock("@/lib/soundLevel", () => ({ watchLevel: vi.fn() }));

const track = () => Object.assign(new EventTarget(), { enabled: true, stop: vi.fn() });

class Stream {
  readonly tracks = [track()];
  getTracks = () => this.tracks;
  getAudioTracks = () => this.tracks;
  addTrack = vi.fn();
}

/** The browser's end of a connection, and what it received. */
class Peer extends EventTarget {
  static made: Peer[] = [];
  connectionState = "new";
  signalingState = "stable";
  localDescription: { sdp: string } | null = null;
  transport = Object.assign(new EventTarget(), { state: "connected" });
  addTrack = vi.fn();
  getSenders = () => [{ transport: this.transport }];
  setLocalDescription = () => {
    this.localDescription = { sdp: "offer" };
    return Promise.resolve();
  };
  setRemoteDescription = vi.fn(async () => this.becomes("connected"));
  close = vi.fn(() => {
    this.signalingState = "closed";
  });

  constructor() {
    super();
    Peer.made.push(this);
  }

  becomes(state: string) {
    this.connectionState = state;
    this.dispatchEvent(new Event("connectionstatechange"));
  }
}

const live = { sid: "CA1", status: "in-progress", ended_at: null, browser: false };
const stands = (...calls: unknown[]) =>
  vi.spyOn(simulated, "readState").mockResolvedValue({ calls } as never);

describe("talking as a customer", () => {
  let says: Stream;
  let getUserMedia: ReturnType<typeof vi.fn>;
  const onOver = vi.fn();
  const show = () => render(<TalkPanel sid="CA1" name="Mia" onOver={onOver} />);
  const alert = () => screen.findByRole("alert");

  beforeEach(() => {
    vi.clearAllMocks();
    Peer.made = [];
    says = new Stream();
    getUserMedia = vi.fn(async () => says);
    vi.stubGlobal("RTCPeerConnection", Peer);
    vi.stubGlobal("MediaStream", Stream);
    Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
    vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue(undefined);
    vi.spyOn(simulated, "offerMedia").mockResolvedValue({ data: { sdp: "answer" } } as never);
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, "mediaDevices");
  });

  it("asks for the microphone, and gives both sounds their level", async () => {
    show();
    expect(screen.getByRole("status").textContent).toBe(words.askMicrophone("Mia"));
    expect(await screen.findByRole("meter", { name: words.youSay })).toBeTruthy();
    expect(screen.getByRole("meter", { name: words.youHear })).toBeTruthy();
    expect(simulated.offerMedia).toHaveBeenCalledWith("CA1", "offer");
    expect(Peer.made[0]?.setRemoteDescription).toHaveBeenCalledWith({ type: "answer", sdp: "answer" });
  });

  it("is muted and heard again", async () => {
    show();
    await userEvent.click(await screen.findByRole("button", { name: words.mute }));
    expect(says.tracks[0]?.enabled).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: words.unmute }));
    expect(says.tracks[0]?.enabled).toBe(true);
  });

  it("gives microphone and connection back when it is left", async () => {
    const { unmount } = show();
    await screen.findByRole("meter", { name: words.youSay });
    unmount();
    expect(says.tracks[0]?.stop).toHaveBeenCalled();
    expect(Peer.made[0]?.close).toHaveBeenCalled();
  });

  it.each([
    ["NotAllowedError", words.allowMicrophone],
    ["NotFoundError", words.noMicrophone],
  ])("says what to do after %s, and tries again", async (name, problem) => {
    getUserMedia.mockRejectedValueOnce(new DOMException("", name));
    show();
    expect((await alert()).textContent).toContain(problem);
    await userEvent.click(screen.getByRole("button"));
    expect(await screen.findByRole("meter", { name: words.youSay })).toBeTruthy();
  });

  it("says that a browser has no microphone to give", async () => {
    Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: undefined });
    show();
    expect((await alert()).textContent).toContain(words.talkUnsupported);
  });

  it("says what the network refuses", async () => {
    vi.spyOn(simulated, "offerMedia").mockRejectedValue(new ApiError(503, { detail: "It is stopping." }));
    show();
    expect((await alert()).textContent).toContain(words.failed("It is stopping."));
    expect(says.tracks[0]?.stop).toHaveBeenCalled();
  });

  it.each([
    ["another browser took the phone", { ...live, browser: true }, words.talkTaken],
    ["the connection was lost", live, words.talkLost],
  ])("reports that %s", async (_, call, problem) => {
    stands(call);
    show();
    await screen.findByRole("meter", { name: words.youSay });
    const transport = Peer.made[0]?.transport;
    act(() => {
      Object.assign(transport ?? {}, { state: "closed" });
      transport?.dispatchEvent(new Event("statechange"));
    });
    expect((await alert()).textContent).toContain(problem);
  });

  it("ends with the call", async () => {
    stands({ ...live, status: "completed", ended_at: "2026-11-21T04:00:05Z" });
    show();
    await screen.findByRole("meter", { name: words.youSay });
    act(() => Peer.made[0]?.becomes("failed"));
    await waitFor(() => expect(onOver).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
