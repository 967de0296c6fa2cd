/** How the connection stands, written for browser tests. */
export interface Probe {
  connected(recovered: boolean, transport: string): void;
  disconnected(): void;
  /** A topic's snapshot was taken: what it tells is known now. */
  snapshot(topic: string): void;
  change(seq: number): void;
}

const kept = 500;

/** Marks on an element that say how the connection stands; builds for browser tests have one, others none. */
export function createProbe({ dataset }: HTMLElement): Probe {
  let connects = 0;
  let seqs: number[] = [];
  const topics = new Set<string>();

  return {
    connected(recovered, transport) {
      connects++;
      dataset.socket = "connected";
      dataset.recovered = String(recovered);
      dataset.connects = String(connects);
      dataset.transport = transport;
    },

    disconnected() {
      dataset.socket = "disconnected";
    },

    snapshot(topic) {
      topics.add(topic);
      dataset.topics = [...topics].join(" ");
    },

    change(seq) {
      seqs = [...seqs.slice(1 - kept), seq];
      dataset.seqs = seqs.join(",");
    },
  };
}
