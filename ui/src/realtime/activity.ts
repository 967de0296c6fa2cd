import { tell } from "./tab";

/** After ten minutes without input the person counts as away (docs/calls.md); in milliseconds. */
const idleAfter = 600_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel"] as const;

/** Tells the server when the person becomes idle and when he is active again. */
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
