/**
 * What is made when it is first asked for, and kept. The browser's ways to write and to order (Intl) take some ten
 * milliseconds each to be made, and the first page needs few of them.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
