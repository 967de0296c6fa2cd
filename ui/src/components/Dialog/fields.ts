type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const selector = "input:not([type=hidden]), select, textarea";

const held = (field: Field) =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")
    ? String(field.checked)
    : field.value;

/** The first field that somebody can fill in. */
export const firstField = (root: Element) =>
  [...root.querySelectorAll<Field>(selector)].find((field) => !field.disabled);

/**
 * Remembers what fields held when they were first seen, and reports whether somebody has changed
 * any since.
 */
export function watchFields() {
  const first = new Map<Field, string>();
  return {
    see(root: Element): void {
      for (const field of root.querySelectorAll<Field>(selector)) {
        if (!first.has(field)) {
          first.set(field, held(field));
        }
      }
    },
    isChanged: () => [...first].some(([field, before]) => field.isConnected && held(field) !== before),
  };
}
