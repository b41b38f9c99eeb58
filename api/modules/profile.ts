import type { PhotoCuts } from '#api/features/photos/photos.cuts.ts';
import { countryName, regionName } from '#api/features/places/places.lists.ts';
import { placeRoutes } from '#api/features/places/places.routes.ts';
import { ProfileExport } from '#api/features/profile/profile.export.ts';
import { profilePictureRoutes } from '#api/features/profile/profile.pictures.routes.ts';
import { PictureStore } from '#api/features/profile/profile.pictures.store.ts';
import { ProfilePictures } from '#api/features/profile/profile.pictures.ts';
import { profileRoutes } from '#api/features/profile/profile.routes.ts';
import { ProfileService } from '#api/features/profile/profile.service.ts';
import { ProfileStore } from '#api/features/profile/profile.store.ts';
import type { Person } from '#contract/people.ts';
import { hour, type Infrastructure, type Module } from './infrastructure.ts';
import type { MemberStores } from './members.ts';

interface Deps {
  stores: Pick<MemberStores, 'accounts' | 'people'>;
  cuts: Pick<PhotoCuts, 'cut'>;
  /** Draws the pictures of sample members. */
  draw(drawing: unknown, width: number, urgent: boolean): Promise<Uint8Array>;
  /** Updates all copies of a member's name and avatar. */
  follow(memberId: string): Promise<void>;
}

/** Profiles, their pictures, and the list of places. */
export function profileModule({ db, storage, jobs, now }: Infrastructure, { stores, cuts, draw, follow }: Deps) {
  const { accounts, people } = stores;
  const [profiles, pictureStore] = [new ProfileStore(db), new PictureStore(db)];
  const service = new ProfileService({
    profiles,
    now,
    places: { countryName, regionName },
    memberOf: (id) => accounts.byId(id),
  });
  const pictures = new ProfilePictures({
    pictures: pictureStore,
    storage,
    draw,
    follow,
    now,
    cut: (...what) => cuts.cut(...what),
    show: {
      ProfileAvatar: (id, avatar, at) => people.change(id, { avatar }, at),
      ProfileBanner: (id, banner) => profiles.showBanner(id, banner),
    },
    async shownBy(id) {
      const [account, { banner }] = await Promise.all([accounts.byId(id), profiles.of(id)]);
      return { ProfileAvatar: account?.avatar ?? '', ProfileBanner: banner };
    },
    hasLeft: async (id) => (await accounts.byId(id))?.status === 'Deleted',
  });
  return {
    service,
    pictures,
    erasures: [pictures, { erase: ({ id }: Pick<Person, 'id'>) => profiles.eraseOf(id) }],
    exported: new ProfileExport({ profiles, pictures }),
    indexed: [profiles, pictureStore],
    mount(api, guards) {
      api
        .route('/', placeRoutes(guards))
        .route('/', profileRoutes(service, guards))
        .route('/', profilePictureRoutes({ pictures, profiles: service }, guards));
    },
    begin() {
      jobs.every(hour, 'pictures of members', (stopping) => pictures.sweep(stopping));
    },
  } satisfies Module & Record<string, unknown>;
}
