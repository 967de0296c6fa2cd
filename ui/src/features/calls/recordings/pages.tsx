export { RecordingBar } from "./RecordingBar";
export { RecordingsPage } from "./RecordingsPage";
