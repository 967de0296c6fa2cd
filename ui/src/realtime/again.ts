/** A door for reducers to ask for a fresh snapshot; the connection stands behind it once it is there. */
let ask: ((topic: string) => void) | undefined;

export function answerAgain(how: (topic: string) => void): void {
  ask = how;
}

export const askAgain = (topic: string) => ask?.(topic);
