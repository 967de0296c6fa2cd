/** An opened record, as the person's settings keep it. */
export interface Tab {
  name: string;
  path: string;
  /** The one that was looked at last, in whatever browser. */
  current: boolean;
  /** The record's. */
  id: string;
}

/** What a person did to the tabs. Told again it changes nothing more, and what others did meanwhile stays. */
export type Step =
  | { do: "open"; path: string; name: string }
  | { do: "look"; path: string }
  | { do: "close"; path: string }
  /** To the place before another one, or to the end. */
  | { do: "move"; path: string; before?: string | undefined };

export const mostTabs = 20;
/** Of the 16 KB that a person's settings may have, the tabs take no more than half. */
const mostBytes = 8_000;
const longestName = 80;

/** The object and the id in a record's address. */
export function recordAt(path: string): { object: string; id: string } | undefined {
  const [, object, id] = /^\/view\/([^/]+)\/record\/([^/]+)\//.exec(path) ?? [];
  return object !== undefined && id !== undefined ? { object, id } : undefined;
}

/** What the settings hold, as far as it can be used. */
export function readTabs(value: unknown): Tab[] {
  const paths = new Set<string>();
  return (Array.isArray(value) ? (value as (Partial<Tab> | null)[]) : []).flatMap((one) => {
    const { name, path } = one ?? {};
    const record = typeof path === "string" ? recordAt(path) : undefined;
    if (!(path && record) || typeof name !== "string" || name === "" || paths.has(path)) {
      return [];
    }
    paths.add(path);
    return [{ name, path, current: one?.current === true, id: record.id }];
  });
}

const clip = (name: string) => {
  const letters = [...name];
  return letters.length > longestName ? `${letters.slice(0, longestName - 1).join("")}…` : name;
};

function move(tabs: readonly Tab[], path: string, before: string | undefined): Tab[] {
  const tab = tabs.find((one) => one.path === path);
  const others = tabs.filter((one) => one !== tab);
  const at = before === undefined ? others.length : others.findIndex((one) => one.path === before);
  // Beside one that somebody closed meanwhile there is no place: it stays where it is.
  return tab && at >= 0 ? [...others.slice(0, at), tab, ...others.slice(at)] : [...tabs];
}

function take(tabs: readonly Tab[], step: Step): Tab[] {
  switch (step.do) {
    case "open": {
      const name = clip(step.name);
      if (tabs.some(({ path }) => path === step.path)) {
        return tabs.map((tab) => (tab.path === step.path ? { ...tab, name } : tab));
      }
      return [...tabs, { name, path: step.path, current: false, id: recordAt(step.path)?.id ?? "" }];
    }
    case "look":
      return tabs.some(({ path }) => path === step.path)
        ? tabs.map((tab) => ({ ...tab, current: tab.path === step.path }))
        : [...tabs];
    case "close":
      return tabs.filter(({ path }) => path !== step.path);
    case "move":
      return move(tabs, step.path, step.before);
  }
}

const bytes = (tabs: readonly Tab[]) => new TextEncoder().encode(JSON.stringify(tabs)).length;

/** Of more than there is room for, the first that is not looked at goes. */
function bounded(tabs: Tab[]): Tab[] {
  let kept = tabs;
  while (kept.length > 1 && (kept.length > mostTabs || bytes(kept) > mostBytes)) {
    const surplus = kept.find(({ current }) => !current);
    kept = kept.filter((tab) => tab !== surplus);
  }
  return kept;
}

/** Carries steps out on the tabs that are stored. */
export const carryOut = (tabs: readonly Tab[], steps: readonly Step[]): Tab[] =>
  bounded(steps.reduce<Tab[]>((before, step) => take(before, step), [...tabs]));

/** Adds a step to those that wait. What it makes pointless goes, and what is opened keeps its place. */
export function addStep(steps: readonly Step[], step: Step): Step[] {
  const same = (one: Step) => one.do === step.do && one.path === step.path;
  switch (step.do) {
    case "open":
      return steps.some(same)
        ? steps.map((one) => (same(one) ? step : one))
        : [...steps.filter((one) => one.do !== "close" || one.path !== step.path), step];
    case "look":
      return [...steps.filter((one) => one.do !== "look"), step];
    case "close":
      return [...steps.filter((one) => one.path !== step.path), step];
    case "move":
      return [...steps.filter((one) => !same(one)), step];
  }
}

/** The tab that makes room for one more: of those that were not used for longest, the first. */
export function surplusOf(tabs: readonly Tab[], used: readonly string[]): Tab | undefined {
  if (tabs.length < mostTabs) {
    return undefined;
  }
  const last = (tab: Tab) => used.lastIndexOf(tab.path);
  return [...tabs].sort((left, right) => last(left) - last(right))[0];
}

export const sameTabs = (left: readonly Tab[], right: readonly Tab[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);
