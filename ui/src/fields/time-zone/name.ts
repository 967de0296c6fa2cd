/** What people call the time of a zone, with its city: "Pacific Time (Los Angeles)". What is no such name stays as it is. */
export function zoneName(id: string): string {
  const city = id.split("/")[1] && id.split("/").at(-1)?.replaceAll("_", " ");
  if (!city) {
    return id;
  }
  try {
    const called = new Intl.DateTimeFormat("en-US", { timeZone: id, timeZoneName: "longGeneric" })
      .formatToParts()
      .find(({ type }) => type === "timeZoneName")?.value;
    return called ? `${called} (${city})` : id;
  } catch {
    return id;
  }
}
