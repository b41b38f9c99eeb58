import { t } from '#contract/texts.ts';
import { requiredText } from './text.ts';

/** Maximum characters of a message. */
export const messageLength = 4000;

export const MessageText = requiredText(messageLength, t`Write a message.`, t`Keep it under 4,000 characters.`);

/** Path for unsending a message. */
export const messagePath = '/user/messages/:messageId';
