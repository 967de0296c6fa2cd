export const phoneWords = {
  setUpError: "Error setting up the phone. Please log out, refresh the page, login back in and try again",
  allowMicrophone: "Please allow microphone access in your browser settings to use the phone feature.",
  notReady: "Failed to set up phone device. Please check permissions and try again.",
  unsupported: "Could not set audio device. Your browser may not support this feature.",
  noMicrophone: "No audio access for the device.",
  lost: "The connection of this call was lost.",
  mute: "Mute",
  unmute: "Unmute",
  muted: "You are muted",
  keypad: "Keypad",
  sent: (digits: string) => `Sent: ${digits}`,
};
