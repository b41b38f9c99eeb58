import type { AlertSource } from '#api/platform/alerting.ts';
import type { Person } from '#contract/people.ts';
import type { FolderStore } from './favorites.folders.store.ts';
import { type KeeperStore, keeperIdOf } from './favorites.keepers.store.ts';

interface Deps {
  keepers: KeeperStore;
  folders: FolderStore;
  peopleHere(ids: string[]): Promise<Person[]>;
}

const offerPrefix = 'offer:';
const alertKey = (shareId: string, isOffer: boolean) => (isOffer ? offerPrefix : '') + shareId;
const shareIdOf = (key: string) => (key.startsWith(offerPrefix) ? key.slice(offerPrefix.length) : key);

/** Tells a member who asks them to keep a list, or offers it. Nothing is shown once they have answered. */
export const keeperAlerts = ({ keepers, folders, peopleHere }: Deps): AlertSource => ({
  type: 'keeper',
  group: 'favorites',
  first: false,
  changesOf(event) {
    if (event.what !== 'keeper.asked' && event.what !== 'keeper.unasked') return [];
    const { memberId, userId, shareId, isOffer } = event;
    const what = event.what === 'keeper.asked' ? 'raised' : 'lowered';
    return [{ what, userId: memberId, key: alertKey(shareId, isOffer), bikeId: '', actorId: userId }];
  },
  async fieldsOf(alerts) {
    const [rows, found, people] = await Promise.all([
      keepers.findAll(alerts.map(({ userId, key }) => ({ shareId: shareIdOf(key), userId }))),
      folders.sharedAsAny(alerts.map(({ key }) => shareIdOf(key))),
      peopleHere([...new Set(alerts.flatMap(({ actorIds }) => actorIds))]),
    ]);
    const rowOf = new Map(rows.map((row) => [row._id, row]));
    const personOf = new Map(people.map((person) => [person.id, person]));
    return new Map(
      alerts.flatMap(({ userId, key }) => {
        const shareId = shareIdOf(key);
        const isOffer = key !== shareId;
        const row = rowOf.get(keeperIdOf(shareId, userId));
        const folder = found.find((one) => one.folder.shareId === shareId)?.folder;
        const owner = personOf.get(row?.ownerId ?? '');
        if (!folder || !owner || row?.state !== (isOffer ? 'Offered' : 'Invited')) return [];
        const list = { shareId, name: folder.name, isOffer };
        return [[key, { actors: [owner], actorCount: 1, text: '', list }] as const];
      }),
    );
  },
});
