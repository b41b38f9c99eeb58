import type { Alerts } from '#contract/alerts.ts';
import { withUnread } from '../cache/unread.ts';
import type { OutboxRow } from '../rows.ts';
import { readPartOf } from './message-rows.ts';

/** What is told of unread messages when what was read here has arrived. */
export function overlayUnread(data: Alerts, rows: readonly OutboxRow[]): Alerts {
  const read = rows.filter(({ kind }) => kind === 'conversation.read');
  return read.reduce((told, row) => {
    const { conversationId, count } = readPartOf(row);
    const known = told.conversations.find(({ id }) => id === conversationId);
    return known ? withUnread(told, conversationId, Math.max(0, known.unreadCount - count)) : told;
  }, data);
}
