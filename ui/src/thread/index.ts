export { addLive, changeLive, takeLive, takeMessage, takeNewest } from "./live";
export { outgoing } from "./outgoing";
export { threads } from "./threads";
export { hasUnsent, type UnsentFile } from "./unsent";
