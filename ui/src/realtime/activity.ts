import { tell } from "./tab";

/** Ten minutes without a hand on the desk are an absence (docs/calls.md). */
const idleAfter = 600_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel"] as const;

/** Tells the server when the person leaves the desk and when he is back; between the two, nothing. */
export function watchActivity(say: typeof tell = tell, after = idleAfter): () => void {
  let isActive = true;
  let last = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = () => {
    const left = after - (Date.now() - last);
    if (left > 0) {
      timer = setTimeout(check, left);
      return;
    }
    isActive = false;
    say("activity", { active: false });
  };
  const onSign = () => {
    last = Date.now();
    if (!isActive) {
      isActive = true;
      say("activity", { active: true });
      timer = setTimeout(check, after);
    }
  };

  timer = setTimeout(check, after);
  for (const sign of signs) {
    document.addEventListener(sign, onSign, { passive: true, capture: true });
  }
  return () => {
    clearTimeout(timer);
    for (const sign of signs) {
      document.removeEventListener(sign, onSign, { capture: true });
    }
  };
}
