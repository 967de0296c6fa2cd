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
  uploaded: (count: number) =>
    count === 1 ? "File uploaded successfully!" : `${count} file(s) uploaded successfully!`,
  uploadFailed: "File upload failed.",
  noAddress: "Upload successful, but the server didn't return a URL.",
  related: "Related file records created successfully!",
  relateFailed: "Error creating related file records.",
  tooMany: (most: number) => `A text has at most ${most} files.`,
  tooLarge: (name: string, bytes: number) =>
    `${name} is too large for a text: a file may have ${bytes / megabyte} MB.`,
};
