import { type Exporter, jsonFile } from '#api/platform/exporters.ts';
import { omit } from '#contract/omit.ts';
import type { ImageType } from '#contract/profile-pictures.ts';
import type { ProfilePictures } from './profile.pictures.ts';
import type { ProfileStore } from './profile.store.ts';

const names: Record<ImageType, string> = { ProfileAvatar: 'avatar', ProfileBanner: 'banner' };

/** Exports a member's profile and pictures. */
export const profileExporter = (profiles: ProfileStore, pictures: ProfilePictures): Exporter => ({
  async *files({ id }) {
    yield jsonFile('profile.json', omit(await profiles.of(id), 'versions', 'banner'));
    for await (const { type, bytes } of pictures.largest({ id })) {
      yield { name: `${names[type]}.webp`, content: bytes };
    }
  },
});
