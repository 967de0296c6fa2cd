/** Words of the row of opened records. */
export const tabs = {
  label: "Open records",
  more: (count: number) => `${count} more`,
  close: (name: string) => `Close ${name}`,
  absent: (name: string) => `${name} – not there any more`,
  keys: {
    goTo: "Go to a tab",
    close: "Close the focused tab",
    move: "Move the focused tab",
  },
};
