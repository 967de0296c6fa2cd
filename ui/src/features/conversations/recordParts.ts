export { TextButton } from "./begin/TextButton";
export { ConsentHistory } from "./consent/ConsentHistory";
export { HappenedText } from "./HappenedText";
export { TextComposer } from "./TextComposer";
