/** Words of the list of keyboard shortcuts. */
export const keys = {
  title: "Keyboard shortcuts",
  everywhere: "Everywhere",
  palette: "Command palette",
  sheet: "This list",
  search: "Search this page or everything",
  list: "Go to the list",
  toggleNavigation: "Collapse or expand navigation",
};
