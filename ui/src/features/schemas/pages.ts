/** What is loaded when somebody goes there, and no sooner. */
export { ObjectRoute } from "./ObjectPage";
export { ObjectsPage } from "./ObjectsPage";
export { ToldDifference } from "./ToldDifference";
