/** Whether this is the installed app. Its window lacks the browser's controls, and Safari keeps its storage. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches;

/** Whether this is an iPhone or iPad; Safari on an iPad calls itself a Mac. */
export const isIos = ({ userAgent, vendor, maxTouchPoints } = navigator): boolean =>
  /iP(?:hone|ad|od)/.test(userAgent) || (vendor.startsWith('Apple') && maxTouchPoints > 1);
