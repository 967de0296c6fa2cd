export const words = {
  jobs: "Jobs",
  problems: "Records that were in its way",
  open: (name: string, percent: number | undefined) =>
    `Jobs: ${name}, ${percent === undefined ? "at work" : `${percent} % done`}`,
  over: (count: number) => (count === 1 ? "Jobs: 1 is over" : `Jobs: ${count} are over`),
  failed: (count: number) => (count === 1 ? "Jobs: 1 failed" : `Jobs: ${count} failed`),
  statuses: {
    queued: "Waits for its turn",
    running: "At work",
    done: "Done",
    failed: "Failed",
    canceled: "Canceled",
  },
  of: (done: string, total: string) => `${done} of ${total}`,
  progress: (name: string) => `Progress of ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  again: "Retry",
  retry: (name: string) => `Retry ${name}`,
  dismiss: (name: string) => `Dismiss ${name}`,
  refused: (detail: string) => `That didn't work: ${detail}`,
};
