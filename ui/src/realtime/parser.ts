import { Encoder, Decoder as PlainDecoder } from "socket.io-parser";
import { marked, revive } from "@/lib/exact";

/** Reads the socket's packets with all digits of whole numbers. */
class Decoder extends PlainDecoder {
  constructor() {
    super(revive);
  }

  override add(packet: unknown): void {
    super.add(typeof packet === "string" ? marked(packet) : packet);
  }
}

export const parser = { Encoder, Decoder };
