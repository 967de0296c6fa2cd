export { NewTextDialog, NewTextOverlay } from "./NewTextOverlay";
export { TextStarter } from "./TextStarter";
