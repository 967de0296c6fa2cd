import type { SocketCommands } from "@/api";

export type Journal = SocketCommands["call.journal"]["reply"];
export type Step = Journal["steps"][number];
export type Standing = NonNullable<Step["parties"]>[number];

/** The party that is nobody of ours. */
export const customer = "customer";

/** A while in which somebody stood in one way, in milliseconds since the call began. */
interface Bar {
  from: number;
  to: number;
  state: string;
}

interface Point {
  at: number;
  mos: number;
}

/** What a plot shows of one party. */
export interface Lane {
  who: string;
  bars: Bar[];
  spoke: { from: number; to: number }[];
  points: Point[];
  warnings: number[];
}

export interface Shape {
  /** When the call began. */
  began: number;
  /** How long it lasted, or has lasted so far. */
  length: number;
  lanes: Lane[];
  /** Whom it rang for, and who had nothing else to do with it. */
  rung: string[];
  /** What is told one by one; the rest is drawn. */
  told: Step[];
}

const timeOf = (step: Step) => new Date(step.at).getTime();

/** What makes a bar: where one is not on the call, there is none. */
const drawn = new Set(["ringing", "connecting", "waiting", "talking", "holding", "held"]);

function laneOf(lanes: Map<string, Lane>, who: string): Lane {
  const lane = lanes.get(who) ?? { who, bars: [], spoke: [], points: [], warnings: [] };
  lanes.set(who, lane);
  return lane;
}

/** Whether the customer can be told from others by what one person heard: they are two. */
function areTwo(standing: ReadonlyMap<string, Standing>, who: string): boolean {
  const talking = [...standing.values()].filter(({ state }) => state === "talking");
  return talking.length === 2 && talking.every((one) => one.who === customer || one.who === who);
}

function measure(
  lanes: Map<string, Lane>,
  step: Step,
  at: number,
  standing: ReadonlyMap<string, Standing>,
): void {
  const who = step.by;
  if (who === undefined || !step.line) {
    return;
  }
  const own = laneOf(lanes, who);
  const { mos, spoke = [], heard = [] } = step.line;
  if (mos !== undefined) {
    own.points.push({ at, mos });
  }
  const spans = (list: readonly { from: number; to: number }[]) =>
    list.map(({ from, to }) => ({ from: Math.max(0, at - from), to: at - to }));
  own.spoke.push(...spans(spoke));
  if (areTwo(standing, who)) {
    laneOf(lanes, customer).spoke.push(...spans(heard));
  }
}

/** What was spoken while one could be heard: a measurement may go over a hold. */
function heardOf({ bars, spoke }: Lane) {
  const open = bars.filter(({ state }) => state !== "held" && state !== "ringing");
  return spoke.flatMap((span) =>
    open.flatMap((bar) => {
      const [from, to] = [Math.max(span.from, bar.from), Math.min(span.to, bar.to)];
      return to > from ? [{ from, to }] : [];
    }),
  );
}

/** Measurements are drawn; whom it would not have rung for anyway, since somebody had it, is nobody's news. */
const isTold = ({ kind, parties }: Step) =>
  kind !== "sample" && (kind !== "withdrawn" || (parties ?? []).length > 0);

/** Draws a call: who stood how and when. now is the time until which one that is not over has lasted. */
export function shapeOf(steps: readonly Step[], now: number): Shape {
  const first = steps[0];
  const began = first ? timeOf(first) : now;
  const end = steps.find(({ kind }) => kind === "ended");
  const length = Math.max(1_000, (end ? timeOf(end) : now) - began);
  const lanes = new Map<string, Lane>();
  const standing = new Map<string, Standing>();
  const since = new Map<string, number>();
  const active = new Set<string>([customer]);
  const close = (who: string, at: number) => {
    const stood = standing.get(who);
    const from = since.get(who) ?? 0;
    if (stood && drawn.has(stood.state) && at > from) {
      const { bars } = laneOf(lanes, who);
      const before = bars.at(-1);
      if (before && before.state === stood.state && before.to === from) {
        before.to = at;
      } else {
        bars.push({ from, to: at, state: stood.state });
      }
    }
  };
  for (const step of steps) {
    const at = Math.min(length, Math.max(0, timeOf(step) - began));
    for (const party of step.parties ?? []) {
      close(party.who, at);
      standing.set(party.who, party);
      since.set(party.who, at);
      laneOf(lanes, party.who);
    }
    for (const who of [step.by, step.to]) {
      if (who) {
        active.add(who);
      }
    }
    if (step.kind === "sample") {
      measure(lanes, step, at, standing);
    } else if (step.kind === "warning" && step.by) {
      laneOf(lanes, step.by).warnings.push(at);
    }
  }
  for (const who of standing.keys()) {
    close(who, length);
  }
  return {
    began,
    length,
    lanes: [...lanes.values()]
      .filter(({ who }) => active.has(who))
      .map((lane) => ({ ...lane, spoke: heardOf(lane) })),
    rung: [...lanes.keys()].filter((who) => !active.has(who)),
    told: steps.filter(isTold),
  };
}

/** How everybody stands after a step. */
export function standingAt(steps: readonly Step[], after: Step | undefined): Map<string, Standing> {
  const standing = new Map<string, Standing>();
  for (const step of steps) {
    for (const party of step.parties ?? []) {
      standing.set(party.who, party);
    }
    if (step === after) {
      break;
    }
  }
  return standing;
}

/** When a step was, in milliseconds since the call began. */
export const offsetOf = (step: Step, began: number) => Math.max(0, timeOf(step) - began);
