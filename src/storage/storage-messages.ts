// In a file of their own, so that the first bundle does not contain them.

export const memoryOnlySentence =
  'This browser keeps nothing for us, so nothing you write here is kept on this device. It goes straight to the site and needs a connection.';
export const silentSentence =
  "This device's storage isn't answering. What you write stays in this tab and goes straight to the site. It is kept here as soon as the storage answers. If that takes long, close the other tabs of this site, or restart your browser.";
export const fullAndSilentSentence =
  'This device is full and there is no signal, so this could be neither kept nor sent. Free some space, or try again when there is signal.';
