/** Words of the form of a picture. */
export const image = {
  alt: "Image description",
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
