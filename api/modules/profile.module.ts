import { countryName, regionName } from '#api/features/places/places.lists.ts';
import { profileExporter } from '#api/features/profile/profile.export.ts';
import { profilePictureRoutes, userImageRoutes } from '#api/features/profile/profile.pictures.routes.ts';
import { PictureStore } from '#api/features/profile/profile.pictures.store.ts';
import { ProfilePictures } from '#api/features/profile/profile.pictures.ts';
import { profileRoutes } from '#api/features/profile/profile.routes.ts';
import { ProfileService } from '#api/features/profile/profile.service.ts';
import { ProfileStore } from '#api/features/profile/profile.store.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import { hour, type Module } from './module.ts';
import type { PhotosModule } from './photos.module.ts';

interface Deps {
  accounts: AccountsModule;
  photos: PhotosModule;
}

/** Profiles and their pictures. */
export function profileModule(
  { db, storage, now }: Infrastructure,
  { accounts: { store: accounts, people, authors }, photos }: Deps,
) {
  const profiles = new ProfileStore(db);
  const pictureStore = new PictureStore(db);
  const service = new ProfileService({
    profiles,
    now,
    places: { countryName, regionName },
    memberOf: (id) => accounts.byId(id),
    async moveBikes(id, change) {
      // Recorded before the change, so that the sweep moves the bikes if this process ends in between.
      await people.noteChange(id, now());
      const changed = await change();
      await authors.updateNow(id).catch(() => undefined);
      return changed;
    },
  });
  const pictures = new ProfilePictures({
    pictures: pictureStore,
    storage,
    updateAuthor: (id) => authors.updateNow(id),
    now,
    cropPhoto: (...photo) => photos.cropper.crop(...photo),
    show: {
      ProfileAvatar: (id, avatar, at) => people.setAvatar(id, avatar, at),
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
    stores: [profiles, pictureStore],
    erasers: [pictures, { erase: ({ id }) => profiles.eraseOf(id) }],
    uncountedExporters: [profileExporter(profiles, pictures)],
    mount(api, guards) {
      api
        .route('/', profileRoutes(service, guards))
        .route('/', profilePictureRoutes({ pictures, profiles: service }, guards));
    },
    mountOutside: (site) => void site.route('/', userImageRoutes(pictures)),
    schedule: [{ name: 'pictures of members', every: hour, run: (stopping) => pictures.sweep(stopping) }],
  } satisfies Module & Record<string, unknown>;
}
export type ProfileModule = ReturnType<typeof profileModule>;
