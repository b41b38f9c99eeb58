import type { blockMember, unblockMember } from '#contract/blocks.ts';
import type { Correspondence, SendRefusal } from '#contract/conversations.ts';
import { callOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { personSubject, talkScope } from '#src/actions/subjects.ts';
import type { CacheView } from '#src/cache/cached.ts';
import { correspondence } from '#src/cache/values/conversations.ts';
import { following, withoutOwner } from '#src/cache/values/following.ts';
import { blockedMembers, withMember, withoutMember } from '#src/cache/values/member-lists.ts';
import { byKind, defineMutation } from '#src/outbox/define-mutation.ts';

/** Refusal that the server would send for a member whom the user has blocked. */
const blockedRefusal: SendRefusal = { code: 'message.blocked', message: '', until: null };

const blocking = (person: Person, userId: Id) => ({
  params: { userId: person.id },
  subject: personSubject(person),
  part: { person },
  scope: talkScope(person.id),
  replaces: `block:${userId}:${person.id}`,
});

async function setBlocked(cache: CacheView, personId: Id, blocked: boolean): Promise<void> {
  await cache.update(blockedMembers.ids, 'all', (ids) => (blocked ? withMember : withoutMember)(ids, personId));
  if (blocked) {
    await cache.update(following, 'all', (items) => withoutOwner(items, personId));
  }
  const refusalOf = (known: Correspondence): SendRefusal | null => {
    if (blocked) return blockedRefusal;
    return known.refusal?.code === 'message.blocked' ? null : known.refusal;
  };
  await cache.update(correspondence, personId, (known) => known && { ...known, blocked, refusal: refusalOf(known) });
}

export const blockMemberMutation = defineMutation({
  kind: 'member.block',
  endpoint: callOf<typeof blockMember>('PUT', '/user/blocks/:userId'),
  labels: {
    title: ({ title }) => t`Block ${title}`,
    done: (ago) => t`Blocked ${ago}.`,
    waitsFor: t`Waiting for its message`,
  },
  queue: blocking,
  apply: (cache, { targetId }) => setBlocked(cache, targetId, true),
});

export const unblockMemberMutation = defineMutation({
  kind: 'member.unblock',
  endpoint: callOf<typeof unblockMember>('DELETE', '/user/blocks/:userId'),
  labels: {
    title: ({ title }) => t`Unblock ${title}`,
    done: (ago) => t`Unblocked ${ago}.`,
    waitsFor: t`Waiting for its message`,
  },
  queue: blocking,
  apply: (cache, { targetId }) => setBlocked(cache, targetId, false),
});

export const mutations = byKind(blockMemberMutation, unblockMemberMutation);
