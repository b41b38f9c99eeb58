import { t } from '#contract/texts.ts';
// In a file of their own, so that the first bundle does not contain them.

export const memoryOnlySentence = t`This browser can't save anything for this site. What you write is sent at once and needs a connection.`;
export const hungSentence = t`This device's storage doesn't respond. What you write is only in this tab and is sent at once. If this goes on, close other tabs of this site or restart your browser.`;
export const fullAndSilentSentence = t`This device is full and there is no signal, so this couldn't be saved or sent. Free some space, or try again when there is signal.`;
