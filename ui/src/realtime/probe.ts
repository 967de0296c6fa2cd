/** Marks on <html> that say how the connection stands; browser tests read them, nothing else does. */
const root = typeof document === "undefined" ? undefined : document.documentElement;
const kept = 500;

let received = 0;
let seqs: number[] = [];

export const probe = {
  connection(phase: "connected" | "disconnected", recovered?: boolean, transport?: string): void {
    if (!root) {
      return;
    }
    root.dataset.socket = phase;
    if (recovered !== undefined) {
      root.dataset.recovered = String(recovered);
      root.dataset.connects = String(Number(root.dataset.connects ?? "0") + 1);
    }
    if (transport !== undefined) {
      root.dataset.transport = transport;
    }
  },

  change(seq: number): void {
    if (!root) {
      return;
    }
    received++;
    seqs = [...seqs.slice(1 - kept), seq];
    root.dataset.changes = String(received);
    root.dataset.lastSeq = String(seq);
    root.dataset.seqs = seqs.join(",");
  },
};
