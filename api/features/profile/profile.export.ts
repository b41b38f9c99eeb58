import type { ExportedFile, Exporter } from '#api/platform/exporters.ts';
import { omit } from '#contract/omit.ts';
import type { Person } from '#contract/people.ts';
import type { ImageType } from '#contract/profile-pictures.ts';
import type { ProfilePictures } from './profile.pictures.ts';
import type { ProfileStore } from './profile.store.ts';

interface Deps {
  profiles: ProfileStore;
  pictures: ProfilePictures;
}

const names: Record<ImageType, string> = { ProfileAvatar: 'avatar', ProfileBanner: 'banner' };

/** Exports a member's profile and pictures. */
export class ProfileExport implements Exporter {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async *files({ id }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    const profile = omit(await this.#deps.profiles.of(id), 'versions', 'banner');
    yield {
      name: 'profile.json',
      content: (async function* () {
        yield `${JSON.stringify(profile, null, 2)}\n`;
      })(),
    };
    for await (const { type, bytes } of this.#deps.pictures.largest({ id })) {
      yield { name: `${names[type]}.webp`, content: bytes };
    }
  }
}
