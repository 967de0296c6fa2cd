export { ConsentHistory } from "./consent/ConsentHistory";
export { HappenedText } from "./HappenedText";
export { TextComposer } from "./TextComposer";
