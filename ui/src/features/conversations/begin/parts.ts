export { NewTextOverlay } from "./NewTextDialog";
export { TextButton } from "./TextButton";
export { TextStarter } from "./TextStarter";
