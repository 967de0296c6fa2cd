/** A file of the application that could not be loaded: the network is away, or a newer release took its place. */
export class NotLoaded extends Error {
  /** True where the server answers and has the file no more. */
  readonly isGone: boolean;

  constructor(isGone: boolean) {
    super("A part of the application could not be loaded.");
    this.isGone = isGone;
  }
}

const patience = 10_000;

const fetched = new Map<string, Promise<void>>();

async function fetchFile(file: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(file, { signal: AbortSignal.timeout(patience) });
    await response.arrayBuffer();
  } catch {
    throw new NotLoaded(false);
  }
  if (!response.ok) {
    throw new NotLoaded(response.status === 404);
  }
}

function fetchOnce(file: string): Promise<void> {
  const known = fetched.get(file);
  if (known) {
    return known;
  }
  const loading = fetchFile(file).catch((error: unknown) => {
    fetched.delete(file);
    throw error;
  });
  fetched.set(file, loading);
  return loading;
}

const preloadOf = (file: string) => document.querySelector(`link[rel="modulepreload"][href="${file}"]`);

/** What the page was started with, and what it told the browser to load with it, is there or on its way. */
const isStarted = (file: string): boolean =>
  document.querySelector(`script[src="${file}"]`) !== null || preloadOf(file) !== null;

/** Whether a file did not come, by the words of Chromium, Firefox and Safari, rather than threw. */
const isNotFetched = (error: unknown): boolean =>
  error instanceof TypeError && /\bmodule\b/i.test(error.message);

/**
 * Carries out a dynamic import: the build gives each one the files that it needs (vite.config.ts). Browsers keep
 * a module that failed to load as failed until the page is reloaded (github.com/whatwg/html/issues/6768), so that
 * no second import could mend it. Therefore its files are fetched first, which may fail and be tried again; they
 * never change under their names, so the import then finds them in the browser's cache. What the page preloads is
 * not: without it there is no page yet, and a reload loses nothing.
 */
export async function loadChunk<T>(
  importModule: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
  const paths = files.map((file) => `/${file}`);
  await Promise.all(paths.filter((file) => !isStarted(file)).map(fetchOnce));
  try {
    return await importModule();
  } catch (error) {
    throw isNotFetched(error) && paths.some(preloadOf) ? new NotLoaded(true) : error;
  }
}
