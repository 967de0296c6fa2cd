/** From how loud on it is a voice, of 1; a room is quieter. */
const audible = 0.03;
/** Who pauses for less goes on speaking. */
const breath = 900;
/** What is shorter is a click or a cough. */
const shortest = 250;
const most = 60;

export interface Span {
  from: number;
  to: number;
}

/** Finds out of how loud a line is when somebody speaks. */
export class Voice {
  private spans: Span[] = [];
  private since: number | undefined;
  private last = 0;

  take(level: number, now: number): void {
    if (level >= audible) {
      this.since ??= now;
      this.last = now;
    } else if (this.since !== undefined && now - this.last > breath) {
      this.close(this.since, this.last);
      this.since = undefined;
    }
  }

  private close(from: number, to: number): void {
    if (to - from >= shortest && this.spans.length < most) {
      this.spans.push({ from, to });
    }
  }

  /** What was spoken since the last time, in milliseconds before now; who is speaking goes on. */
  cut(now: number): Span[] {
    if (this.since !== undefined) {
      this.close(this.since, this.last);
      this.since = now - this.last > breath ? undefined : now;
      this.last = now;
    }
    const spans = this.spans.map(({ from, to }) => ({
      from: Math.round(now - from),
      to: Math.round(Math.max(0, now - to)),
    }));
    this.spans = [];
    return spans;
  }
}
