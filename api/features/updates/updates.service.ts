import { isDeepStrictEqual } from 'node:util';
import { type BikeNews, newsAfter } from '#api/features/bikes/bikes.news.ts';
import { withNotes } from '#api/features/bikes/bikes.photos.ts';
import type { BikeStore, FoundFields } from '#api/features/bikes/bikes.store.ts';
import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Writer } from '#api/platform/http/kit.ts';
import { withoutSecrets } from '#contract/bike-defaults.ts';
import { bikeFields } from '#contract/bike-fields.ts';
import { titleOf } from '#contract/bike-names.ts';
import { partRefusal } from '#contract/bike-rules.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { tooManyParts } from '#contract/field-messages.ts';
import type { BikeUpdate } from '#contract/history.ts';
import { permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import type { Photo, StoredPhoto } from '#contract/photos.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { withoutUpdate, withUnchanged, withUpdate } from '#contract/update-parts.ts';
import { photoIdsOf } from '#contract/update-photos.ts';
import type { NewUpdate } from '#contract/updates.ts';
import type { UpdateLikeService } from './updates.likes.service.ts';
import type { UpdateStore } from './updates.store.ts';

interface Deps {
  bikes: BikeStore;
  updates: UpdateStore;
  likes: Pick<UpdateLikeService, 'eraseOn'>;
  /** The owner's stored photos among `ids`. */
  photosOf(ownerId: string, ids: string[]): Promise<StoredPhoto[]>;
  /** Protects the owner's photos from orphan cleanup while an update adds or drops them. */
  touchPhotos(ownerId: string, ids: string[]): Promise<void>;
  /** The fields that a bike is found by. */
  foundFields(bike: Bike): Promise<FoundFields>;
  emit: Events['emit'];
  now: Now;
}

type Found = { bike: Bike; news: BikeNews[]; goneUpdates: string[] };
/** A bike with another history and parts list. */
type Change = { bike: Bike; gone?: string; isModerated?: true };

/** How often a write is tried that another one was ahead of. */
const maxTries = 5;

/** Checks that a changed parts list is one that the bike can have. @throws FieldsRefused */
function checkParts(bike: Bike, { componentChanges }: NewUpdate): void {
  const { max } = bikeFields.components;
  if (bike.components.length > max) throw new FieldsRefused({ componentChanges: [tooManyParts(max)()] });
  const wrong = componentChanges.flatMap(({ slot, after, partId }, place) => {
    const refusal = partId && after ? partRefusal(slot, bike.drivetrain) : null;
    return refusal ? [[`componentChanges.${place}.slot`, [refusal]]] : [];
  });
  if (wrong.length > 0) throw new FieldsRefused(Object.fromEntries(wrong));
}

/** Posts, edits and deletes the updates of bikes. */
export class UpdateService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Posts an update of the member's own bike, or replaces it. Idempotent.
   * @throws not_found, gone, forbidden, bike.status, bike.photos_missing with `photoIds`, update.full, posting.held,
   * unavailable
   */
  async put(owner: Writer, bikeId: string, id: string, sent: NewUpdate): Promise<Bike> {
    const { bikes, photosOf, touchPhotos, now } = this.#deps;
    const ids = sent.photos.map((photo) => photo.id);
    const allowed = (found: Found | null) =>
      permitted('bike.update', owner, found?.bike ?? null, { deleted: found?.goneUpdates.includes(id) ?? false });
    allowed(await bikes.findToEdit(bikeId));
    // Touch the photos before they are looked up, so that the cleanup cannot erase them before the update is stored.
    await touchPhotos(owner.id, ids);
    const photos = withNotes(sent.photos, await photosOf(owner.id, ids));
    const missing = ids.filter((one) => !photos.some((photo) => photo.id === one));
    const keepsPhotos = sent.changes?.includes('photos') === false;
    if (missing.length > 0 && !keepsPhotos)
      throw new Problem('bike.photos_missing', { details: { photoIds: missing } });
    const at = now();
    return this.#change(owner, bikeId, at, (found) => {
      const changed = withUpdate(allowed(found), updateOf(found.bike, id, sent, photos, at));
      checkParts(changed, sent);
      return { bike: changed };
    });
  }

  /**
   * Deletes an update of the member's own bike. Idempotent.
   * @param takesBack whether its changes of the parts list are taken back
   * @throws not_found, gone, forbidden, bike.status, unavailable
   */
  async remove(owner: Person, bikeId: string, id: string, takesBack: boolean): Promise<Bike> {
    const bike = await this.#change(owner, bikeId, this.#deps.now(), ({ bike }) => {
      permitted('bike.edit', owner, bike);
      return bike.history.some((one) => one.id === id) ? { bike: withoutUpdate(bike, id, takesBack), gone: id } : null;
    });
    await this.#deps.likes.eraseOn(bikeId, id);
    return bike;
  }

  /** An update as moderators see it; null if the bike never had it. */
  async forModerator(bikeId: string, id: string) {
    const found = await this.#deps.bikes.findToEdit(bikeId);
    const update = found?.bike.history.find((one) => one.id === id);
    if (!found || !(update || found.goneUpdates.includes(id))) return null;
    const { bike } = found;
    return { title: update?.title ?? null, bike: { id: bikeId, title: titleOf(bike) }, owner: bike.owner };
  }

  /** Deletes an update for a moderator; the parts list stays as it is. Idempotent. @throws not_found, unavailable */
  async removeByModerator(bikeId: string, id: string): Promise<void> {
    await this.#write(bikeId, this.#deps.now(), ({ bike }) =>
      bike.history.some((one) => one.id === id)
        ? { bike: withoutUpdate(bike, id, false), gone: id, isModerated: true }
        : null,
    );
    await this.#deps.likes.eraseOn(bikeId, id);
  }

  /** Chooses the photos that are compared. @throws not_found, gone, forbidden, bike.status, unavailable */
  async compare(owner: Person, bikeId: string, beforeAfter: Bike['beforeAfter'] | null): Promise<Bike> {
    const { bikes, updates, emit } = this.#deps;
    for (let tries = 0; tries < maxTries; tries++) {
      const bike = permitted('bike.edit', owner, await bikes.findWhole(bikeId));
      const ids = photoIdsOf(bike);
      const chosen = beforeAfter ? [beforeAfter.before, beforeAfter.after] : [];
      if (new Set(chosen).size < chosen.length || !chosen.every((id) => ids.includes(id)))
        throw new FieldsRefused({ beforeAfter: [t`Choose two photos of this bike.`] });
      const isSame = isDeepStrictEqual(bike.beforeAfter ?? null, beforeAfter);
      if (isSame || (await updates.compare(bike, beforeAfter ?? undefined))) {
        await emit({ what: 'bike.changed', bikeId, earlier: null });
        return this.#stored(owner, bikeId);
      }
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }

  async #change(owner: Person, bikeId: string, at: Date, change: (found: Found) => Change | null): Promise<Bike> {
    await this.#write(bikeId, at, change);
    return this.#stored(owner, bikeId);
  }

  /** Writes what `change` makes of the bike; null leaves it as it is. Repeats it if the bike has changed meanwhile. */
  async #write(bikeId: string, at: Date, change: (found: Found) => Change | null): Promise<void> {
    const { bikes, updates, emit, touchPhotos, foundFields } = this.#deps;
    for (let tries = 0; tries < maxTries; tries++) {
      const found = await bikes.findToEdit(bikeId);
      if (!found) throw new Problem('not_found');
      const { bike, news } = found;
      const changed = change(found);
      const isSame = !changed || isDeepStrictEqual(changed.bike, bike);
      if (changed && !isSame) {
        const kept = new Set(photoIdsOf(changed.bike));
        await touchPhotos(
          bike.owner.id,
          photoIdsOf(bike).filter((id) => !kept.has(id)),
        );
        const next = bike.publishedAt === null ? news : newsAfter(news, bike, changed.bike, at);
        const others = { ...(await foundFields(changed.bike)), news: next };
        const { gone, isModerated = false } = changed;
        if (!(await updates.write(changed.bike, others, at, { gone, settles: !isModerated }))) continue;
      }
      // The event of a repeated request may have been lost.
      return emit({ what: 'bike.changed', bikeId, earlier: null, isNews: true });
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }

  async #stored(owner: Person, bikeId: string): Promise<Bike> {
    return withoutSecrets(permitted('bike.edit', owner, await this.#deps.bikes.findWhole(bikeId)));
  }
}

/** The update as it is stored. @throws update.full */
function updateOf(bike: Bike, id: string, sent: NewUpdate, photos: Photo[], at: Date): BikeUpdate {
  const known = bike.history.find((one) => one.id === id);
  if (!known && bike.history.length >= bikeFields.history.max) throw new Problem('update.full');
  const shown = new Set(bike.photos.map((photo) => photo.id));
  const photoIds = sent.photoIds.filter((one) => shown.has(one));
  const { changes, ...edited } = sent;
  const update = { ...edited, id, photos, photoIds, postedAt: known?.postedAt ?? at.toISOString() };
  return withUnchanged(update, known, changes);
}
