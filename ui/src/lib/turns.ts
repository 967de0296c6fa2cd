const waiting = new Map<string, Promise<unknown>>();

/** Works that share a name take turns: in all tabs of the browser where it can, else in this one. */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (typeof navigator !== "undefined" && navigator.locks) {
    return navigator.locks.request(`switchboard.${name}`, work) as Promise<T>;
  }
  const turn = (waiting.get(name) ?? Promise.resolve()).then(work, work);
  waiting.set(name, turn);
  const leave = () => {
    if (waiting.get(name) === turn) {
      waiting.delete(name);
    }
  };
  turn.then(leave, leave);
  return turn;
}
