// In a file of their own, so that the first bundle does not contain them.

export const memoryOnlySentence =
  "Your browser doesn't let us save anything on this device. What you write goes straight to the site and needs a connection.";
export const silentSentence =
  "This device's storage isn't answering. What you write stays in this tab and goes straight to the site until it does. If that takes long, close other Headbadge tabs or restart your browser.";
export const fullAndSilentSentence =
  "This device is full and there is no signal, so we couldn't save or send this. Free some space, or try again when there is signal.";
