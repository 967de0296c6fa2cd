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

/** What the page was started with is there already. */
function isStarted(file: string): boolean {
  return document.querySelector(`script[src="${file}"], link[rel="modulepreload"][href="${file}"]`) !== null;
}

/**
 * Carries out a dynamic import: the build gives each one the files that it needs (vite.config.ts). Browsers keep
 * a module that failed to load as failed until the page is reloaded (github.com/whatwg/html/issues/6768), so that
 * no second import could mend it. Therefore its files are fetched first, which may fail and be tried again; they
 * never change under their names, so the import then finds them in the browser's cache.
 */
export async function loadChunk<T>(
  importModule: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
  const missing = files.map((file) => `/${file}`).filter((file) => !isStarted(file));
  await Promise.all(missing.map(fetchOnce));
  return importModule();
}
