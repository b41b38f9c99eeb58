import { requiredText } from './text.ts';

/** Characters of a message. */
export const messageLength = 4000;

export const MessageText = requiredText(messageLength, 'Write a message.', 'Keep it under 4,000 characters.');

/** Where a message is taken back. */
export const messagePath = '/user/messages/:messageId';
