export const words = {
  files: "Files",
  image: (name: string) => (name ? `Image ${name}` : "Image"),
  open: (name: string) => `Open ${name || "the file"}`,
  download: "Download",
  downloading: "File download initiated!",
  unnamed: "File",
  loadFailed: "Could not load media attachments.",
  retry: "Try again",
  previous: "Previous file",
  next: "Next file",
  place: (at: number, of: number) => `${at} of ${of}`,
};
