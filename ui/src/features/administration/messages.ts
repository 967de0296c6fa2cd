import { title } from "./names";

export const words = {
  realtime: title,
  realtimeLead: "Nodes, sockets and rooms of your organization, as they are now.",
  nodes: "Nodes",
  node: "Node",
  condition: "Condition",
  sockets: "Sockets",
  users: "Users",
  topics: "Topics",
  queued: "Waiting to be sent",
  rate: "Deliveries per second",
  since: "Running since",
  rooms: "Fullest rooms",
  topic: "Topic",
  noRooms: "Nobody follows anything right now.",
  upToDate: "Up to date",
  behind: (entries: number) => (entries === 1 ? "1 change behind" : `${entries} changes behind`),
  silent: "Not heard",
  course: (rate: string) => `Deliveries of the last minute; now ${rate} per second`,
};
