import type { Networks } from '#api/platform/addresses/network.ts';
import { type NetworkLimiter, refuseUntil } from '#api/platform/limits.ts';
import { SingleFlight } from '#api/platform/single-flight.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import { titleOf } from '#contract/bike-names.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { permitted } from '#contract/may.ts';
import { measureIn } from '#contract/units.ts';

/** Contents of a card, in characters that its typeface has. */
type CardContents = { title: string; lines: string[]; photo: Uint8Array | null };

interface Deps {
  bikeOf(id: string): Promise<Bike | null>;
  /** A photo's bytes. @throws if there are none */
  photoOf(photoId: string): Promise<Uint8Array>;
  render(card: CardContents): Promise<Uint8Array>;
  /** Limits renders for each sender; stored cards are not counted. */
  renderLimiter: Pick<NetworkLimiter, 'count'>;
  storage: Storage;
}

/** A card, or the bike's current version if another was requested. */
export type FoundCard = { bytes: Uint8Array<ArrayBuffer> } | { current: Bike };

/** Cards rendered or queued at once; more requests have to retry, so that members' photos do not wait long. */
const maxConcurrent = 32;
const retrySeconds = 5;
/**
 * Characters that the typeface lacks: it has Latin with European and Vietnamese diacritics, punctuation and the euro.
 */
const unknownLetters = /[^\u0020-\u007E\u00A0-\u024F\u1E9E\u1EA0-\u1EF9\u2010-\u2033\u20AC]+/g;

const folderOf = (bikeId: string) => `cards/${bikeId.slice(-2)}/${bikeId}`;
const keyOf = (bikeId: string, version: number) => `${folderOf(bikeId)}/${version}.jpg`;
const drawable = (text: string): string =>
  text.normalize('NFC').replace(unknownLetters, ' ').replace(/\s+/g, ' ').trim();

const linesOf = (bike: Bike): string[] =>
  [
    bike.category,
    [bike.drivetrain, bike.rearGear].filter((line) => line !== 'Other').join(' · '),
    bike.frameMaterial,
    bike.wheelSize,
    bike.brakeType,
    bike.weightG && weightLabel(bike.weightG),
  ].flatMap((line) => (line && line !== 'Other' ? [drawable(line)] : []));

/** In metric units, as the card is the same for everybody. */
function weightLabel(grams: number): string {
  const { value, unit } = measureIn(grams, 'g', 'kg');
  return `${value} ${unit}`;
}

function cardTitle(bike: Bike): string {
  const title = drawable(titleOf(bike));
  // A name in another script would leave only its year.
  return /\p{L}/u.test(title) ? title : `${bike.category} bike`;
}

/** Share cards, rendered on first request and stored until the bike changes or is deleted. */
export class ShareCards {
  readonly #deps: Deps;
  readonly #rendering = new SingleFlight<Uint8Array<ArrayBuffer>>();
  #running = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws not_found, gone, too_many_requests, unavailable */
  async find(bikeId: string, version: number, networks: Networks): Promise<FoundCard> {
    const { bikeOf, storage } = this.#deps;
    const bike = permitted('bike.see', null, await bikeOf(bikeId));
    if (bike.version !== version) return { current: bike };
    const key = keyOf(bikeId, version);
    const stored = await storage.get(key);
    if (stored) return { bytes: stored };
    return { bytes: await this.#rendering.run(key, () => this.#render(bike, networks)) };
  }

  async #render(bike: Bike, networks: Networks): Promise<Uint8Array<ArrayBuffer>> {
    refuseUntil(await this.#deps.renderLimiter.count(networks));
    if (this.#running >= maxConcurrent) refuseUntil(retrySeconds);
    this.#running += 1;
    try {
      const { photoOf, render, storage, bikeOf } = this.#deps;
      const [cover] = bike.photos;
      const photo = cover ? await photoOf(cover.id).catch(() => null) : null;
      const bytes = await render({ title: cardTitle(bike), lines: linesOf(bike), photo });
      await storage.remove(folderOf(bike.id));
      await storage.put(keyOf(bike.id, bike.version), bytes);
      // A concurrent change deleted the bike's cards before this one was stored.
      if ((await bikeOf(bike.id))?.version !== bike.version) await storage.remove(folderOf(bike.id));
      return new Uint8Array(bytes);
    } finally {
      this.#running -= 1;
    }
  }

  /** Deletes the cards of a changed or deleted bike. */
  async forget(bikeId: string): Promise<void> {
    await this.#deps.storage.remove(folderOf(bikeId));
  }
}
