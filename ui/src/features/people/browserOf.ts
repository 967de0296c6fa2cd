const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const systems = [
  [/\biPhone\b|\biPad\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b|\bCrOS\b/, "Linux"],
] as const;

/** The browser and the system that a User-Agent names, such as "Chrome on Windows"; a program's own name as it is. */
export function browserOf(agent: string): string | undefined {
  const browser = browsers.find(([rule]) => rule.test(agent))?.[1];
  const system = systems.find(([rule]) => rule.test(agent))?.[1];
  if (browser === undefined) {
    return agent.split(" ")[0] || undefined;
  }
  return system === undefined ? browser : `${browser} on ${system}`;
}
