import { title } from "./names";

export const words = {
  realtime: title,
  realtimeLead: "Live nodes, connections and topics of your organization.",
  nodes: "Nodes",
  node: "Node",
  condition: "Condition",
  sockets: "Sockets",
  users: "Users",
  topics: "Topics",
  queued: "Queued",
  rate: "Deliveries per second",
  since: "Running since",
  rooms: "Busiest topics",
  topic: "Topic",
  noRooms: "No active subscriptions.",
  upToDate: "Up to date",
  behind: (entries: number) => (entries === 1 ? "1 change behind" : `${entries} changes behind`),
  silent: "Not responding",
  course: (rate: string) => `Deliveries in the last minute; now ${rate} per second`,
};
