import { isDeepStrictEqual } from 'node:util';
import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Writer } from '#api/platform/http/kit.ts';
import { withoutSecrets } from '#contract/bike-defaults.ts';
import { otherBrand } from '#contract/bike-rules.ts';
import type { Bike, PublishedBike } from '#contract/bike-whole.ts';
import type { BikeCard, ChoiceQuery } from '#contract/bikes.ts';
import { pageSize } from '#contract/list-sizes.ts';
import { permitted } from '#contract/may.ts';
import { modelKeyOf } from '#contract/model-key.ts';
import { omit } from '#contract/omit.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { PhotoNote, StoredPhoto } from '#contract/photos.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import type { Searched } from '#contract/search/found.ts';
import type { Seen } from '#contract/seen.ts';
import { slugOf } from '#contract/slug.ts';
import { t } from '#contract/texts.ts';
import { photoIdsOf } from '#contract/update-photos.ts';
import { limitPerOwner } from './bikes.choice.ts';
import type { BikeDraftStore } from './bikes.drafts.store.ts';
import { type BikeNews, newsAfter } from './bikes.news.ts';
import { withNotes } from './bikes.photos.ts';
import type { BikeQuota } from './bikes.quota.ts';
import type { BikeStatusStore } from './bikes.status-transitions.store.ts';
import type { BikeContent, BikeStore, FoundFields } from './bikes.store.ts';
import { withUpdates } from './bikes.updates.ts';

type KnownBrand = { slug: string; name: string };

/** Fields that follow from the others and the owner. */
const derivedFields = [
  ...(['find', 'terms', 'keys', 'places', 'news'] as const),
  ...(['brandKey', 'modelKey', 'componentKeys', 'partKeys'] as const),
] as const;

/** Whether a bike already has this content. What follows from the rest is ignored. */
const holds = (bike: Bike, content: BikeContent): boolean =>
  Object.entries(omit(content, ...derivedFields)).every(([field, value]) =>
    isDeepStrictEqual(bike[field as keyof Bike], value),
  );

/** Whether only updates were posted or deleted since a version, so that an edit of it is accepted. */
const isAccepted = (version: number | undefined, bike: Bike): boolean =>
  version !== undefined && version <= bike.version && version >= (bike.editVersion ?? bike.version);

/** Whether an edit changed what a bike is followed by. */
const isFollowedAnew = (earlier: Bike | null, content: BikeContent): boolean =>
  earlier !== null && (modelKeyOf(earlier) !== modelKeyOf(content) || !isDeepStrictEqual(earlier.tags, content.tags));

const personOf = ({ id, username, avatar }: Writer): Person => ({ id, username, avatar });

const unseen: Seen = { version: 0, device: '' };

const priceOf = ({ priceMinor, currency, pricePublic }: Bike) => ({ priceMinor, currency, pricePublic });

interface Deps {
  bikes: BikeStore;
  drafts: BikeDraftStore;
  statuses: BikeStatusStore;
  quota: BikeQuota;
  /** The owner's stored photos among `ids`. */
  photosOf(ownerId: string, ids: string[]): Promise<StoredPhoto[]>;
  /** Protects the owner's photos from orphan cleanup while a bike adds or drops them. */
  touchPhotos(ownerId: string, ids: string[]): Promise<void>;
  brandById(id: string): KnownBrand | null;
  brandByName(name: string): KnownBrand | null;
  /** Waits until a bike's counters include all answered likes. */
  counted(id: string): Promise<void>;
  /** Adds the owner's discipline and place, and the parts that have a page. */
  forPage(bike: Bike): Promise<Bike>;
  /** The fields that a bike is found by: its words, its owner's places, its maker, model and parts. */
  foundFields(bike: Searched & Pick<Bike, 'owner' | 'components'>): Promise<FoundFields>;
  emit: Events['emit'];
  now: Now;
}

/** Creates, changes and reads bikes. */
export class BikeService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Creates a bike or replaces one's own. Idempotent.
   * @throws bike.photos_missing with `photoIds`, bike.changed with the current `version`, bike.exists, bike.quota,
   * posting.held, gone, unavailable
   */
  async put(owner: Writer, id: string, bike: PublishedBike): Promise<Bike> {
    const found = await this.#deps.bikes.findToEdit(id);
    const earlier = found?.bike ?? null;
    if (found) return this.#save(owner, id, bike, earlier, found);
    // The bike to change has been erased meanwhile.
    if (bike.version) permitted('bike.edit', owner, earlier);
    permitted('bike.publish', owner, { owner });
    return this.#deps.quota.run(owner.id, () => this.#save(owner, id, bike, null));
  }

  async #save(
    owner: Writer,
    id: string,
    bike: PublishedBike,
    earlier: Bike | null,
    { news, goneUpdates }: { news: readonly BikeNews[]; goneUpdates: readonly string[] } = {
      news: [],
      goneUpdates: [],
    },
  ): Promise<Bike> {
    const { bikes, statuses, now, touchPhotos, emit } = this.#deps;
    if (earlier) permitted('bike.replace', owner, earlier);
    const at = now();
    // Touch the photos before they are looked up, so that the cleanup cannot erase them before the bike is stored.
    const before = earlier ? photoIdsOf(earlier) : [];
    await touchPhotos(owner.id, [...new Set([...bike.photos.map((photo) => photo.id), ...before])]);
    const content = await this.#contentOf(owner, bike, earlier, goneUpdates);
    if (earlier?.publishedAt) content.news = newsAfter(news, earlier, content, at);
    if (earlier?.publishedAt === null) return this.#publish(owner, id, content, at, bike.seen);
    // A server that stopped before it could record the idempotency key gets the request again.
    const repeated = earlier && holds(earlier, content);
    // Do not overwrite a draft that another device published meanwhile.
    if (bike.seen && earlier && !repeated) throw new Problem('bike.changed', { details: { version: earlier.version } });
    const version = earlier && isAccepted(bike.version, earlier) ? earlier.version : bike.version;
    const saved =
      repeated ||
      (earlier && earlier.status !== 'Active' && (await statuses.settle(id, owner.id, content, at, version))) ||
      (version
        ? await this.#change(owner, id, content, at, version)
        : // An update that is posted meanwhile must not be lost: the request is sent again.
          (earlier && (await bikes.replace(id, owner.id, content, at, earlier.version))) ||
          (!earlier &&
            ((await bikes.insert(id, personOf(owner), content, at)) ||
              (await bikes.replace(id, owner.id, content, at)))));
    // The save may have settled a flag, so the bike is public again. Whether the owner may post was checked before.
    const stored = permitted('bike.replace', personOf(owner), await bikes.find(id));
    if (!saved) throw new Problem('unavailable', { details: { retryAfter: 1 } });
    const isRenamed = earlier && (earlier.brand !== stored.brand || earlier.model !== stored.model);
    await emit({
      what: stored.version === 1 ? 'bike.published' : 'bike.changed',
      bikeId: id,
      earlier: isRenamed ? { brandId: earlier.brandId, brand: earlier.brand, model: earlier.model } : null,
      // The event of a repeated request may have been lost.
      isNews: repeated || !isDeepStrictEqual(news, content.news) || isFollowedAnew(earlier, content),
      goneUpdates: (earlier?.history ?? []).flatMap(({ id: entry }) =>
        content.history.some((one) => one.id === entry) ? [] : [entry],
      ),
    });
    return stored;
  }

  /** Replaces only this version, so that no change of another device is overwritten unseen. */
  async #change(owner: Person, id: string, content: BikeContent, at: Date, version: number): Promise<boolean> {
    const { bikes } = this.#deps;
    if (await bikes.replace(id, owner.id, content, at, version)) return true;
    const now = permitted('bike.edit', owner, await bikes.findWhole(id));
    if (holds(now, content)) return true;
    if (isAccepted(version, now)) return false;
    throw new Problem('bike.changed', { details: { version: now.version } });
  }

  /** Publishes a stored draft, but no version that its owner has not seen. */
  async #publish(owner: Writer, id: string, content: BikeContent, at: Date, seen: Seen = unseen): Promise<Bike> {
    const { bikes, drafts, emit } = this.#deps;
    permitted('bike.publish', owner, { owner });
    const published = await drafts.publish(id, owner.id, content, seen, at);
    const now = permitted('bike.edit', owner, await bikes.findWhole(id));
    if (!published && !holds(now, content)) throw new Problem('bike.changed', { details: { version: now.version } });
    await emit({ what: 'bike.published', bikeId: id });
    return withoutSecrets(now);
  }

  async #contentOf(
    owner: Person,
    bike: PublishedBike,
    earlier: Bike | null,
    goneUpdates: readonly string[],
  ): Promise<BikeContent> {
    const { photos: notes, keepsPrice, ...sent } = bike;
    const input = {
      ...omit(sent, 'status', 'version', 'seen'),
      ...withUpdates(bike, earlier?.history ?? [], goneUpdates),
    };
    const fields = keepsPrice && earlier ? { ...input, ...priceOf(earlier) } : input;
    const known = this.#brandOf(bike);
    const brand = known?.name ?? bike.brandOther;
    const brandId = known?.slug ?? otherBrand;
    return {
      ...fields,
      brandId,
      brandOther: known ? '' : bike.brandOther,
      brand,
      slug: slugOf({ year: bike.year, brand, model: bike.model }),
      ...(await this.#deps.foundFields({ ...fields, brandId, brand, owner })),
      photos: await this.#photosOf(owner, notes),
    };
  }

  #brandOf(bike: PublishedBike): KnownBrand | null {
    if (bike.brandId === otherBrand) return this.#deps.brandByName(bike.brandOther);
    const known = this.#deps.brandById(bike.brandId);
    if (!known) throw new FieldsRefused({ brandId: [t`Choose a brand, or Other.`] });
    return known;
  }

  async #photosOf(owner: Person, notes: PhotoNote[]) {
    const ids = notes.map((note) => note.id);
    const photos = withNotes(notes, await this.#deps.photosOf(owner.id, ids));
    const missing = ids.filter((id) => !photos.some((photo) => photo.id === id));
    if (missing.length) throw new Problem('bike.photos_missing', { details: { photoIds: missing } });
    return photos;
  }

  /**
   * @param flagged whether to return a flagged bike as well
   * @throws not_found, gone, bike.flagged
   */
  async get(id: string, flagged = false): Promise<Bike> {
    return permitted(flagged ? 'bike.seeFlagged' : 'bike.see', null, await this.#deps.bikes.find(id));
  }

  /** A bike as its page shows it. @throws as {@link get} */
  async page(id: string, flagged = false): Promise<Bike> {
    await this.#deps.counted(id);
    return this.#deps.forPage(await this.get(id, flagged));
  }

  /** One's own bike, including private fields. @throws forbidden, not_found, gone, bike.status */
  async getOwn(owner: Person, id: string): Promise<Bike> {
    const bike = permitted('bike.edit', owner, await this.#deps.bikes.findWhole(id));
    if (bike.publishedAt === null) throw new Problem('not_found');
    return bike;
  }

  recent({ cursor, limit = pageSize, perOwner }: ChoiceQuery): Promise<Page<BikeCard>> {
    const { bikes } = this.#deps;
    if (perOwner) return limitPerOwner((from) => bikes.recent(pageSize, from), limit, perOwner);
    return bikes.recent(limit, cursor);
  }

  popular({ cursor, limit = pageSize, perOwner }: ChoiceQuery): Promise<Page<BikeCard>> {
    const { bikes } = this.#deps;
    if (perOwner) return limitPerOwner((from) => bikes.popular(pageSize, from), limit, perOwner);
    return bikes.popular(limit, cursor);
  }
}
