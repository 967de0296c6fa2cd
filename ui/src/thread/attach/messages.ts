const megabyte = 1_048_576;

export const words = {
  attach: "Attach files",
  attached: "Attached files",
  drop: "Drop files here to attach them",
  uploading: (name: string) => `Uploading ${name}`,
  remove: (name: string) => `Remove ${name}`,
  retry: (name: string) => `Upload ${name} again`,
  waitForFiles: "Wait until the files are uploaded.",
  removeFailed: "Remove or upload again what failed.",
  uploadFailed: "File upload failed.",
  noAddress: "Upload successful, but the server didn't return a URL.",
  tooMany: (most: number) => `A message has at most ${most} files.`,
  size: (bytes: number) =>
    bytes >= megabyte
      ? `${(bytes / megabyte).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`
      : `${Math.max(1, Math.round(bytes / 1024)).toLocaleString()} KB`,
};
