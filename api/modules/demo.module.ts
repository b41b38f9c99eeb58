import { DemoStore } from '#api/demo/demo.store.ts';
import { removeDemo, type SeedDeps, seedDemo } from '#api/demo/seed.ts';
import { welcome } from '#api/demo/welcome.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { ConversationsModule } from './conversations.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';
import type { PhotosModule } from './photos.module.ts';
import type { ProfileModule } from './profile.module.ts';
import type { SearchModule } from './search.module.ts';
import type { SharingModule } from './sharing.module.ts';
import type { WinnersModule } from './winners.module.ts';

interface Deps {
  accounts: AccountsModule;
  photos: PhotosModule;
  bikes: BikesModule;
  conversations: ConversationsModule;
  winners: WinnersModule;
  search: SearchModule;
  sharing: SharingModule;
  profile: ProfileModule;
}

/** The sample community. */
export function demoModule(
  { db, siteMeta, jobs }: Infrastructure,
  { accounts, photos, bikes, conversations, winners, search, sharing, profile }: Deps,
) {
  const store = new DemoStore(db, siteMeta);
  const welcoming = { store, people: accounts.people, conversations: conversations.service };
  const seeding: SeedDeps = {
    store,
    accounts: accounts.store,
    siteMeta,
    count: (id) => bikes.counters.settle(id),
    decideWinners: () => winners.service.decideDue(),
    storePhoto: (...copy) => photos.service.store(...copy),
    storePicture: (...copy) => profile.pictures.store(...copy),
    forgetPhotos: (ids) => photos.service.forget(ids),
    forgetCard: sharing.forgetCard,
    forgetPictures: (ids) => profile.pictures.forget(ids),
  };
  return {
    async seed(start: Date) {
      const seeded = await seedDemo(seeding, start);
      // Until this is done, search finds only whole words.
      jobs.soon('words of sample bikes', search.listOpen, { isRepeated: true });
      return seeded;
    },
    remove: () => removeDemo(seeding),
    stores: [store],
    handle(events) {
      for (const event of events) {
        if (event.what === 'member.signedIn') jobs.soon('welcome', () => welcome(event.memberId, welcoming));
      }
    },
  } satisfies Module & Record<string, unknown>;
}
