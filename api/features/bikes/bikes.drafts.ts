import type { Now } from '#api/platform/clock.ts';
import type { DraftCard, DraftSave, SavedDraft, SiteDraft } from '#contract/drafts.ts';
import { pageSize } from '#contract/list-sizes.ts';
import { permitted } from '#contract/may.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { PhotoNote, StoredPhoto } from '#contract/photos.ts';
import { Problem } from '#contract/problems.ts';
import type { BikeDraftStore, FoundDraft } from './bikes.drafts.store.ts';
import { withNotes } from './bikes.photos.ts';
import type { BikeQuota } from './bikes.quota.ts';
import type { BikeStore } from './bikes.store.ts';

interface Deps {
  drafts: BikeDraftStore;
  bikes: BikeStore;
  quota: BikeQuota;
  /** The owner's stored photos among `ids`. */
  photosOf(ownerId: string, ids: string[]): Promise<StoredPhoto[]>;
  /** Protects the owner's photos from orphan cleanup while a draft adds or drops them. */
  touchPhotos(ownerId: string, ids: string[]): Promise<void>;
  now: Now;
}

const idsOf = (photos: readonly PhotoNote[]): string[] => photos.map(({ id }) => id);

/** Syncs a member's drafts between devices. */
export class BikeDraftService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A member's drafts, last saved first, including deleted ones that can be restored. */
  ownedBy(owner: Person, { cursor, limit = pageSize }: PageQuery): Promise<Page<DraftCard>> {
    return this.#deps.drafts.ownedBy(owner.id, this.#deps.now(), limit, cursor);
  }

  /** @throws not_found, gone, bike.status if it was published */
  async get(owner: Person, id: string): Promise<SiteDraft> {
    return (await this.#find(owner, id)).draft;
  }

  async #find(owner: Person, id: string): Promise<FoundDraft> {
    const { bikes, drafts } = this.#deps;
    permitted('bike.draft', owner, await bikes.find(id));
    const found = await drafts.find(id);
    if (!found) throw new Problem('not_found');
    return found;
  }

  /**
   * Saves a draft. A repeated save changes nothing. Saves of one device in a row do not conflict with each other.
   * @throws not_found if it belongs to somebody else, gone, bike.status if it was published, bike.changed with the
   * current `version` and its `turns`, bike.quota
   */
  async put(owner: Person, id: string, { fields, photos, seen }: DraftSave): Promise<SavedDraft> {
    const { drafts, bikes, quota, photosOf, touchPhotos, now } = this.#deps;
    const there = (await bikes.find(id)) ? await this.#find(owner, id) : null;
    await touchPhotos(owner.id, [...new Set([...idsOf(photos), ...idsOf(there?.draft.photos ?? [])])]);
    const content = { fields, photos: withNotes(photos, await photosOf(owner.id, idsOf(photos))) };
    if (!there || !drafts.holds(there, content)) {
      const saved = there
        ? await drafts.replace(id, owner.id, content, seen, now())
        : await quota.run(owner.id, () => drafts.insert(id, owner, content, seen.device, now()));
      const { draft } = await this.#find(owner, id);
      // Two requests have created the same draft at once: the second one has to retry.
      if (!saved && !there) throw new Problem('unavailable', { details: { retryAfter: 1 } });
      if (!saved) throw new Problem('bike.changed', { details: { version: draft.version, turns: draft.turns } });
    }
    const { version, savedAt, turns } = (await this.#find(owner, id)).draft;
    const stored = new Set(idsOf(content.photos));
    return { id, version, savedAt, turns, missing: idsOf(photos).filter((one) => !stored.has(one)) };
  }
}
