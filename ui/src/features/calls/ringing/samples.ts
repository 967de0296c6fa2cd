/** How long the ring sounds, and after how long it begins again, in seconds. */
export const cadence = { on: 1.2, whole: 4 };
/** How long a call is heard to ring, in seconds; it is seen to ring on. */
export const burst = 5;

const high = 988;
const low = 659;
const strokes = 4;
const stroke = cadence.on / strokes;

/** Rises and falls softly, so that nothing clicks. */
function envelope(at: number, length: number): number {
  const rise = Math.min(1, at / 0.012);
  const fall = Math.min(1, (length - at) / 0.05);
  return Math.max(0, rise * fall) * Math.exp((-2.2 * at) / length);
}

function note(at: number, frequency: number): number {
  const turn = 2 * Math.PI * frequency * at;
  return Math.sin(turn) + 0.2 * Math.sin(2 * turn);
}

const fill = (rate: number, length: number, level: (at: number) => number) =>
  Float32Array.from({ length: Math.round(rate * length) }, (_, index) => level(index / rate));

/** One turn of the ring: two notes by turns, then silence. */
export const ringSamples = (rate: number) =>
  fill(rate, cadence.whole, (at) => {
    if (at >= cadence.on) {
      return 0;
    }
    const index = Math.floor(at / stroke);
    const since = at - index * stroke;
    return 0.3 * envelope(since, stroke) * note(since, index % 2 === 0 ? low : high);
  });

/** A single soft beep, for who speaks with somebody while another calls. */
export const waitingSamples = (rate: number) =>
  fill(rate, 0.35, (at) => 0.06 * envelope(at, 0.35) * note(at, 440));

/** Two soft notes upwards: a call goes out. */
export const outgoingSamples = (rate: number) =>
  fill(rate, 0.5, (at) => {
    const isSecond = at >= 0.22;
    return (
      0.12 * envelope(isSecond ? at - 0.22 : at, isSecond ? 0.28 : 0.22) * note(at, isSecond ? 587 : 440)
    );
  });
