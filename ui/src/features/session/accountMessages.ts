/** Texts of the account menu's dialogs and of the page that resets a password, which load on demand. */
export const accountWords = {
  changePassword: "Change password",
  changeLead: "You will be signed out everywhere else.",
  currentPassword: "Current password",
  newPassword: "New password",
  confirmPassword: "Confirm new password",
  currentRequired: "Enter your current password",
  newHint: "At least 8 characters",
  newTooShort: "Use at least 8 characters",
  confirmDiffers: "The passwords don't match",
  changing: "Changing…",
  cancel: "Cancel",
  passwordChanged: "Password changed. Your other sessions have ended.",
  secondFactorTitle: "Set up a second factor",
  secondFactorLead: "Your organization requires one. It takes a minute, and then you can go on.",
  secondFactorOn: "Save your recovery codes",
  signOut: "Sign out",
  timeZone: "Time zone",
  zoneLead: ({ city, offset }: { city: string; offset: string }) =>
    `Dates and times use the time of ${city}${offset === "" || offset === city ? "" : ` (${offset})`}.`,
  findZone: "Search by city, offset or name",
  currentZone: "current",
  useBrowserZone: "Use this browser’s zone",
  zoneChosen: (zone: string) =>
    `Times now use the time zone of ${zone.split("/").at(-1)?.replaceAll("_", " ")}.`,
  undo: "Undo",
};
