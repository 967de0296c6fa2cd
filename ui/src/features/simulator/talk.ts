import { ApiError, detailOf } from "@/api";
import { wasRefused } from "@/lib/microphone";
import { offerMedia, readState } from "./api";
import { words } from "./messages";
import { isOver } from "./rules";

/** Where it stands to speak as a customer. */
export type Talk =
  | { phase: "asking" | "connecting" }
  | { phase: "talking"; says: MediaStream; hears: MediaStream }
  | { phase: "failed"; problem: string }
  /** The call is over. */
  | { phase: "over" };

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.stop();
  }
}

/** Why a connection that stood does no more: that is known by what has become of the call. */
async function lost(sid: string): Promise<Talk> {
  try {
    const call = (await readState()).calls.find((one) => one.sid === sid);
    if (call === undefined || isOver(call)) {
      return { phase: "over" };
    }
    return { phase: "failed", problem: call.browser ? words.talkTaken : words.talkLost };
  } catch {
    return { phase: "failed", problem: words.talkLost };
  }
}

async function microphone(): Promise<MediaStream | string> {
  if (!(navigator.mediaDevices && "RTCPeerConnection" in window)) {
    return words.talkUnsupported;
  }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch (error) {
    return wasRefused(error) ? words.allowMicrophone : words.noMicrophone;
  }
}

/** Gives what the connection plays, once it is connected, and reports its end. */
function connection(says: MediaStream, tell: (hears: MediaStream) => void, ended: () => void) {
  const peer = new RTCPeerConnection();
  const hears = new MediaStream();
  for (const track of says.getTracks()) {
    peer.addTrack(track, says);
    track.addEventListener("ended", ended); // the microphone was unplugged
  }
  peer.addEventListener("track", ({ track }) => hears.addTrack(track));
  peer.addEventListener("connectionstatechange", () => {
    if (peer.connectionState === "connected") {
      tell(hears);
      // The network's end says that it goes by its transport alone.
      const transport = peer.getSenders()[0]?.transport;
      transport?.addEventListener("statechange", () => transport.state === "closed" && ended());
    } else if (peer.connectionState === "failed" || peer.connectionState === "closed") {
      ended();
    }
  });
  return peer;
}

/** Speaks and hears as the customer of a call until the signal is aborted, and reports its state. */
export async function talkAs(sid: string, tell: (talk: Talk) => void, end: AbortSignal): Promise<void> {
  const say = (talk: Talk) => {
    if (!end.aborted) {
      tell(talk);
    }
  };
  say({ phase: "asking" });
  const says = await microphone();
  if (typeof says === "string") {
    say({ phase: "failed", problem: says });
    return;
  }
  if (end.aborted) {
    stop(says);
    return;
  }
  say({ phase: "connecting" });
  const close = () => {
    stop(says);
    peer.close();
  };
  const ended = () => {
    if (!end.aborted && peer.signalingState !== "closed") {
      close();
      void lost(sid).then(say);
    }
  };
  const peer = connection(says, (hears) => say({ phase: "talking", says, hears }), ended);
  end.addEventListener("abort", close);
  try {
    await peer.setLocalDescription();
    const { data } = await offerMedia(sid, peer.localDescription?.sdp ?? "");
    await peer.setRemoteDescription({ type: "answer", sdp: data.sdp });
  } catch (error) {
    if (end.aborted) {
      return;
    }
    close();
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 409);
    say(isGone ? await lost(sid) : { phase: "failed", problem: words.failed(detailOf(error)) });
  }
}
