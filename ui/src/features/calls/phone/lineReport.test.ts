import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LineReport, type Reported } from "./lineReport";
import { Voice } from "./voice";

/** A line that says what it is told to. */
function fakeLine() {
  const readers = new Map<string, (...told: never[]) => void>();
  return {
    on: (event: string, read: (...told: never[]) => void) => readers.set(event, read),
    says: (event: string, ...told: unknown[]) => readers.get(event)?.(...(told as never[])),
  };
}

const sample = { mos: 4.4, rtt: 20, jitter: 2, packetsLostFraction: 0 };

describe("what a phone tells of its line", () => {
  const line = fakeLine();
  const sent: Reported[][] = [];
  let report: LineReport;
  beforeEach(() => {
    vi.useFakeTimers();
    sent.length = 0;
    report = new LineReport(line, (reports) => {
      sent.push(reports);
      return Promise.resolve();
    });
    line.says("accept");
  });
  afterEach(() => {
    line.says("disconnect");
    vi.useRealTimers();
  });

  it("tells what happens at once, and how long ago it was", () => {
    line.says("mute", true);
    vi.advanceTimersByTime(300);
    line.says("warning", "high-jitter");
    report.press("12#");
    vi.advanceTimersByTime(300);
    expect(sent).toEqual([
      [
        { kind: "muted", ago: 500 },
        { kind: "warning", warning: "high-jitter", ago: 200 },
        { kind: "dtmf", keys: 3, ago: 200 },
      ],
    ]);
  });

  it("tells every ten seconds how good the line was, after twenty minutes once a minute", () => {
    const pass = (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        line.says("sample", sample);
        vi.advanceTimersByTime(1_000);
      }
    };
    pass(30);
    expect(sent.flat().map(({ kind, mos }) => [kind, mos?.toFixed(1)])).toEqual([
      ["sample", "4.4"],
      ["sample", "4.4"],
    ]);
    pass(20 * 60);
    sent.length = 0;
    pass(180);
    expect(sent).toHaveLength(3);
  });

  it("tells what is left when the line ends, and nothing of a line that never was measured", () => {
    line.says("disconnect");
    expect(sent).toEqual([]);
    line.says("sample", { ...sample, mos: null });
    line.says("disconnect");
    expect(sent.flat()).toMatchObject([{ kind: "sample", rtt: 20 }]);
    expect(sent.flat()[0]).not.toHaveProperty("mos");
  });

  it("sends at most twenty at once, and goes on when one is not taken", () => {
    for (let time = 0; time < 25; time++) {
      line.says("mute", time % 2 === 0);
    }
    vi.advanceTimersByTime(1_100);
    expect(sent.map((one) => one.length)).toEqual([20, 5]);
  });
});

describe("a voice", () => {
  it("goes on over a breath, and is cut in two where it is asked for", () => {
    const voice = new Voice();
    const speak = (from: number, to: number, level: number) => {
      for (let at = from; at < to; at += 50) {
        voice.take(level, at);
      }
    };
    speak(0, 1_000, 0.2);
    speak(1_000, 1_500, 0);
    speak(1_500, 2_000, 0.2);
    speak(2_000, 4_000, 0.01);
    speak(4_000, 4_100, 0.5); // a click
    speak(4_100, 6_000, 0);
    speak(6_000, 10_000, 0.2);
    expect(voice.cut(10_000)).toEqual([
      { from: 10_000, to: 8_050 },
      { from: 4_000, to: 50 },
    ]);
    speak(10_000, 11_000, 0.2);
    expect(voice.cut(11_000)).toEqual([{ from: 1_000, to: 50 }]);
  });
});
