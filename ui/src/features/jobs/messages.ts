export const words = {
  jobs: "Jobs",
  problems: "Records that blocked this job",
  open: (name: string, percent: number | undefined) =>
    `Jobs: ${name}, ${percent === undefined ? "running" : `${percent} % done`}`,
  over: (count: number) => (count === 1 ? "Jobs: 1 finished" : `Jobs: ${count} finished`),
  failed: (count: number) => (count === 1 ? "Jobs: 1 failed" : `Jobs: ${count} failed`),
  statuses: {
    queued: "Queued",
    running: "Running",
    done: "Done",
    failed: "Failed",
    canceled: "Canceled",
  },
  of: (done: string, total: string) => `${done} of ${total}`,
  progress: (name: string) => `Progress of ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  again: "Retry",
  retry: (name: string) => `Retry ${name}`,
  undo: "Undo",
  undoOf: (name: string) => `Undo ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  refused: (detail: string) => `The action failed: ${detail}`,
};
