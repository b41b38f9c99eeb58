import { useEffect, useMemo, useRef, useState } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import { type DraftCard, listDrafts, type SiteDraft } from '#contract/drafts.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/actions/run-action.ts';
import { mutationsOf } from '#src/outbox/outbox.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';
import { userDb } from '#src/storage/user-db.ts';
import { openDraft } from './drafts.actions.ts';
import { draftsOf } from './drafts.ts';

/**
 * Server version of a draft, and whether the request has finished.
 * @param replaced called when the server's version replaced the local one
 */
export function useSiteDraft(user: AuthUser, id: Id, replaced: () => void) {
  const [site, setSite] = useState<SiteDraft | null>(null);
  const { refreshing, fresh, error, refresh } = useRefreshed(id, async () => {
    const opened = await openDraft(user, id);
    setSite(opened.site);
    if (opened.taken === 'newer') replaced();
  });
  const [asked, setAsked] = useState(false);
  if (!asked && !refreshing && (fresh || error)) setAsked(true);
  return { site, asked, error, refresh };
}

async function fetchDrafts(userId: Id): Promise<DraftCard[]> {
  const drafts: DraftCard[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { cursor: cursor ?? undefined };
    const page = await runAction(listDrafts, { query, as: userId });
    drafts.push(...page.items);
    cursor = page.next;
  }
  return drafts;
}

/** Finds out what happened to local drafts that the server no longer lists, or only in an earlier version. */
async function noteMissing(user: AuthUser, listed: readonly DraftCard[]): Promise<void> {
  const versionOf = (id: Id) => listed.find((one) => one.id === id && !one.restorableUntil)?.version ?? 0;
  for (const { id, site, ofPublished } of await draftsOf(user.id)) {
    if (ofPublished || !site || site.version === 0 || site.apart || versionOf(id) >= site.version) continue;
    await openDraft(user, id).catch(() => undefined);
  }
}

/** Ids of the local drafts and of those about to be deleted on the server. */
async function inHandOf(userId: Id): Promise<Id[]> {
  const drafts = await userDb.drafts.where('userId', userId);
  const leaving = (await mutationsOf(userId)).filter((row) => row.kind === 'bike.delete');
  return [...drafts.map(({ id }) => id), ...leaving.map((row) => row.targetId)];
}

/** `key` is the member's id; `openIds` are the ids on this device at the time of the request or since. */
type Listed = { key: Id; cards: readonly DraftCard[]; openIds: readonly Id[] };
const none: readonly DraftCard[] = [];

/**
 * The member's drafts that exist only on the server.
 * @returns drafts that can be continued, and deleted ones that can be restored
 */
export function useSiteDrafts() {
  const { user } = useSession();
  const key = user?.id ?? null;
  const [listed, setListed] = useState<Listed | null>(null);
  const { refresh } = useRefreshed(key, async () => {
    if (!user) return;
    const openIds = await inHandOf(user.id);
    const cards = await fetchDrafts(user.id);
    setListed({ key: user.id, cards, openIds });
    await noteMissing(user, cards);
  });
  const inHand = useLive('drafts-in-hand', async () => (key ? inHandOf(key) : null), [key]);
  const [seen, setSeen] = useState(inHand);
  if (inHand !== seen) {
    setSeen(inHand);
    if (inHand) setListed((now) => now && { ...now, openIds: [...now.openIds, ...inHand] });
  }
  const before = useRef(inHand);
  useEffect(() => {
    if (!inHand) return;
    // The server's list changes after a draft was published, deleted or discarded.
    if (before.current?.some((id) => !inHand.includes(id))) void refresh();
    before.current = inHand;
  }, [inHand, refresh]);
  const shown = useMemo(() => {
    if (!inHand || listed?.key !== key) return { begun: none, deleted: none };
    const others = listed.cards.filter(({ id }) => !inHand.includes(id));
    return {
      begun: others.filter(({ id, restorableUntil }) => !restorableUntil && !listed.openIds.includes(id)),
      deleted: others.filter(({ restorableUntil }) => restorableUntil),
    };
  }, [inHand, listed, key]);
  return { ...shown, refresh };
}
