export { listView } from "./listView";
export { addLive, changeLive, takeLive, takeMessage, takeNewest } from "./live";
export { type Outgoing, outgoing } from "./outgoing";
export { type Numbered, threads } from "./threads";
export { createUnread } from "./unread";
export { hasUnsent } from "./unsent";
