import type { NodeFigures } from "@/api";
import { compareMoments, compareText } from "@/lib/compare";

/** One node as it was last heard, with what it told before for the plot. */
export interface NodeState {
  figures: NodeFigures;
  /** When it was heard, in milliseconds of this machine's clock. */
  heardAt: number;
  /** Deliveries per second, oldest first. */
  rates: readonly number[];
}

export const ratesKept = 60;

/** A node tells its figures every second; one that is silent for longer has gone or is cut off. */
export const silentAfter = 5_000;
/** A node that stays silent is no part of the cluster any more. */
export const goneAfter = 30_000;

/** Lays newly told figures over what is known of each node. */
export function mergeNodes(
  known: readonly NodeState[],
  told: readonly NodeFigures[],
  now: number,
): NodeState[] {
  const byNode = new Map(known.map((state) => [state.figures.node, state]));
  for (const figures of told) {
    byNode.set(figures.node, next(byNode.get(figures.node), figures, now));
  }
  return [...byNode.values()]
    .filter((state) => now - state.heardAt < goneAfter)
    .sort((left, right) => compare(left.figures, right.figures));
}

/** The oldest first: a place in the table never changes while its node lives. */
function compare(left: NodeFigures, right: NodeFigures): number {
  return compareMoments(left.since, right.since) || compareText(left.node, right.node);
}

function next(had: NodeState | undefined, figures: NodeFigures, now: number): NodeState {
  if (!had || had.figures.since !== figures.since || figures.deliveries < had.figures.deliveries) {
    return { figures, heardAt: now, rates: [] };
  }
  const seconds = (now - had.heardAt) / 1000;
  if (seconds < 0.2) {
    return { ...had, figures };
  }
  const rate = (figures.deliveries - had.figures.deliveries) / seconds;
  return { figures, heardAt: now, rates: [...had.rates.slice(1 - ratesKept), rate] };
}

export interface RoomFigures {
  topic: string;
  sockets: number;
}

/** The rooms of all nodes in one list, the fullest first. */
export function roomsOf(nodes: readonly NodeState[]): RoomFigures[] {
  const sums = new Map<string, number>();
  for (const { figures } of nodes) {
    for (const room of figures.rooms) {
      sums.set(room.topic, (sums.get(room.topic) ?? 0) + room.sockets);
    }
  }
  return [...sums]
    .map(([topic, sockets]) => ({ topic, sockets }))
    .sort((left, right) => right.sockets - left.sockets || compareText(left.topic, right.topic));
}

export interface Totals {
  nodes: number;
  sockets: number;
  queuedBytes: number;
  rate: number;
}

export function totalsOf(nodes: readonly NodeState[]): Totals {
  return nodes.reduce<Totals>(
    (sum, { figures, rates }) => ({
      nodes: sum.nodes + 1,
      sockets: sum.sockets + figures.sockets,
      queuedBytes: sum.queuedBytes + figures.queued_bytes,
      rate: sum.rate + (rates.at(-1) ?? 0),
    }),
    { nodes: 0, sockets: 0, queuedBytes: 0, rate: 0 },
  );
}

/** The rates of all nodes added up, aligned at their newest. */
export function summedRates(nodes: readonly NodeState[]): number[] {
  const longest = Math.max(0, ...nodes.map((state) => state.rates.length));
  return Array.from({ length: longest }, (_, index) =>
    nodes.reduce((sum, { rates }) => sum + (rates[rates.length - longest + index] ?? 0), 0),
  );
}

/** How far a node's place in the log is behind the foremost one. */
export const behind = (state: NodeState, nodes: readonly NodeState[]): number =>
  Math.max(...nodes.map(({ figures }) => figures.applied)) - state.figures.applied;

const units = ["B", "KiB", "MiB", "GiB"];

/** Bytes for people. */
export function bytes(count: number): string {
  let unit = 0;
  let value = count;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
