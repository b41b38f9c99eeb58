import { listSecurityEvents, type SecurityEvent } from '#contract/security-record.ts';
import { nextOf } from '#src/cache/pages.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { extendSecurityEvents, saveSecurityEvents, securityEventsOf } from './security-record.cache.ts';

export type SecurityEvents = {
  events: SecurityEvent[];
  /** Null if there are no more. */
  loadMore: (() => Promise<void>) | null;
};

const securityEvents = defineQuery({
  name: 'security',
  endpoint: listSecurityEvents,
  read: async ({ user }) => {
    const cached = await securityEventsOf(user.id);
    return withSavedAt(cached && { events: cached.value.items, next: nextOf(cached.value) }, cached);
  },
  save: (page, _, userId) => saveSecurityEvents(userId, page),
  extend: (page, _, userId) => extendSecurityEvents(userId, page),
});

/** The record of the member's account, newest first. */
export function useSecurityEvents(): Read<SecurityEvents> {
  const { more, ...read } = useQuery(securityEvents);
  const { events = [], next } = read.data ?? {};
  return { ...read, data: read.data && { events, loadMore: next ? () => more({ cursor: next }) : null } };
}
