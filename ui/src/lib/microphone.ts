/** Whether the person, or the browser for him, said no; otherwise there is no microphone to be had. */
export function wasRefused(error: unknown): boolean {
  const name = error instanceof DOMException || error instanceof Error ? error.name : "";
  return name === "NotAllowedError" || name === "SecurityError";
}
