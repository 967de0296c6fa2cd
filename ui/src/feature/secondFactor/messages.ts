/** Texts of setting up a second factor, which load with it. */
export const words = {
  scan: "Scan this code with an authenticator app, such as Google Authenticator, 1Password or Aegis.",
  picture: "QR code of your key",
  typed: "Or type this key",
  copyKey: "Copy key",
  copied: "Copied",
  code: "Code from the app",
  codeRequired: "Enter the 6-digit code that the app shows",
  turnOn: "Turn on",
  turningOn: "Checking…",
  loading: "Making your key",
  codesTitle: "Save your recovery codes",
  codesLead:
    "Each code signs you in once if you lose your device. They are not shown again, so keep them where you keep your passwords.",
  codes: "Recovery codes",
  download: "Download",
  copyCodes: "Copy",
  done: "I saved these codes",
  fileName: "switchboard-recovery-codes.txt",
  file: (codes: readonly string[]) =>
    `Recovery codes for Switchboard\nEach code works once in place of a code from your authenticator app.\n\n${codes.join("\n")}\n`,
};
