import type { AlertSource } from '#api/platform/alerting.ts';
import type { Person } from '#contract/people.ts';
import type { FolderStore } from './favorites.folders.store.ts';
import type { ListLikeStore } from './favorites.list-likes.store.ts';

interface Deps {
  folders: FolderStore;
  likes: ListLikeStore;
  /** The visible members among `ids`, unordered. */
  peopleHere(ids: string[]): Promise<Person[]>;
}

const namedActors = 3;

/** Groups all likes of a list into one alert for its owner. It is about no bike. */
export const listLikeAlerts = ({ folders, likes, peopleHere }: Deps): AlertSource => ({
  type: 'listLike',
  group: 'likes',
  first: false,
  changesOf(event) {
    if (event.what === 'list.ended') return [{ what: 'ended', userId: event.ownerId, key: event.shareId }];
    if (event.what !== 'list.liked' && event.what !== 'list.unliked') return [];
    const { shareId: key, ownerId, userId: actorId } = event;
    const what = event.what === 'list.liked' ? 'raised' : 'lowered';
    return [{ what, userId: ownerId, key, bikeId: '', actorId }];
  },
  async fieldsOf(alerts) {
    const named = (ids: string[]) => ids.slice(0, namedActors);
    const owners = new Set(alerts.map((one) => one.userId));
    const [lists, people] = await Promise.all([
      folders.sharedAsAny(alerts.map(({ key }) => key)),
      peopleHere([...new Set(alerts.flatMap(({ actorIds }) => named(actorIds)))]),
    ]);
    const byId = new Map(people.map((person) => [person.id, person]));
    const fields = await Promise.all(
      lists.map(async ({ userId, shareId, folder: { name } }) => {
        // Of a list that was handed over, the former owner is told no more.
        const alert = alerts.find((one) => one.key === shareId && owners.has(userId));
        if (!alert) return null;
        const { actorIds } = alert;
        const actors = named(actorIds).flatMap((id) => byId.get(id) ?? []);
        const actorCount = Math.max(actors.length, await likes.countOn(shareId));
        return [shareId, { actors, actorCount, text: '', list: { name } }] as const;
      }),
    );
    return new Map(fields.filter((one) => one !== null));
  },
});

/** One alert for each folder whose words moderators have judged, with the current decision and without its author. */
export const listModerationAlerts = ({ folders }: Pick<Deps, 'folders'>): AlertSource => ({
  type: 'listStatus',
  group: 'moderation',
  first: true,
  changesOf(event) {
    if (event.what !== 'list.judged') return [];
    const { folderId: key, ownerId: userId, at: actorId } = event;
    return [{ what: 'raised', userId, key, bikeId: '', actorId }];
  },
  async fieldsOf(alerts) {
    // All alerts are one member's.
    const userId = alerts[0]?.userId ?? '';
    const [list, details] = await Promise.all([folders.of(userId), folders.detailsOf(userId)]);
    return new Map(
      alerts.flatMap(({ key }) => {
        const folder = list.folders.find(({ id }) => id === key);
        const judged = details.get(key)?.judged;
        if (!folder || !judged) return [];
        const { status, reason } = judged;
        const fields = { actors: [], actorCount: 0, text: '', judged: { status, reason, fixable: false } };
        // The member knows the list by its own name.
        return [[key, { ...fields, list: { name: judged.removed?.name ?? folder.name } }] as const];
      }),
    );
  },
});
