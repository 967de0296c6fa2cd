/** Words of the form of a picture. */
export const image = {
  alt: "Image description",
  upload: "Upload image",
  uploadFile: "Upload",
  uploading: "Upload in progress...",
  uploaded: "File uploaded successfully!",
  uploadError: "File upload failed.",
  noAddress: "Upload successful, but the server didn't return a URL.",
  notImage: "Choose a JPEG, PNG, GIF or WebP image.",
  preview: (title: string) => `${title}: preview`,
  more: "More",
  less: "Less",
  title: "Title",
  caption: "Caption",
  credit: "Credit",
  width: "Width",
  height: "Height",
  public: "Public",
  invalidSize: (most: number) =>
    `Enter width and height as whole numbers from 1 to ${most.toLocaleString()}.`,
};
