import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { maxSecurityEvents, type SecurityEvent } from '#contract/security-record.ts';
import { listRow } from '#src/cache/list-row.ts';
import { extended, type Pages, refreshed } from '#src/cache/pages.ts';

const row = (userId: Id) => listRow<Pages<SecurityEvent>>(`own-security:${userId}`);

/** A member's events as the server last sent them, newest first. */
export const securityEventsOf = (userId: Id) => row(userId).get();

export async function saveSecurityEvents(userId: Id, page: Page<SecurityEvent>): Promise<void> {
  const before = await securityEventsOf(userId);
  await row(userId).save(refreshed(before?.value, page, maxSecurityEvents));
}

/** Appends earlier events. */
export async function extendSecurityEvents(userId: Id, page: Page<SecurityEvent>): Promise<void> {
  const before = await securityEventsOf(userId);
  if (before) await row(userId).save(extended(before.value, page), before.savedAt);
}
