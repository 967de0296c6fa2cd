/** The words of the modes, which the navigation does not load with those of all records. */
export const words = {
  noRecordsInList: "No records found.",
  noResults: "No results.",
  modes: "View",
  modeNow: (mode: string) => `View: ${mode}`,
  modeList: "List",
  modeTable: "Table",
  modeGallery: "Gallery",
  modeJson: "JSON",
  gallery: "Gallery View",
  jsonOf: (plural: string) => `${plural} as JSON`,
  copyJson: "Copy JSON",
  jsonCopied: "JSON copied",
  jsonNotCopied: "The browser did not allow copying. Select the text and copy it with the keyboard.",
};
