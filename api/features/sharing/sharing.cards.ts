import { SingleFlight } from '#api/platform/single-flight.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { titleOf } from '#contract/bikes.ts';
import { permitted } from '#contract/may.ts';
import { Problem } from '#contract/problems.ts';
import { toldIn } from '#contract/units.ts';

/** What is drawn: the words in letters that the card's typeface has. */
type CardWords = { title: string; facts: string[]; photo: Uint8Array | null };

interface Deps {
  bikeOf(id: string): Promise<Bike | null>;
  /** The bytes of a photo. @throws when there are none */
  photoOf(photoId: string): Promise<Uint8Array>;
  draw(card: CardWords): Promise<Uint8Array>;
  storage: Pick<Storage, 'get' | 'put' | 'remove'>;
}

/** A card, or which version of it there is instead. */
export type FoundCard = { bytes: Uint8Array<ArrayBuffer> } | { current: Bike };

/** Cards that are drawn or wait for it: who comes then comes again, so that photos of members wait little. */
const mostAtOnce = 16;
const retrySeconds = 5;
/** Latin with the marks of Europe and Vietnam, punctuation and the euro: what the typeface has. */
const unknownLetters = /[^\u0020-\u007E\u00A0-\u024F\u1E9E\u1EA0-\u1EF9\u2010-\u2033\u20AC]+/g;

const folderOf = (bikeId: string) => `cards/${bikeId.slice(-2)}/${bikeId}`;
const keyOf = (bikeId: string, version: number) => `${folderOf(bikeId)}/${version}.jpg`;
const drawable = (text: string): string =>
  text.normalize('NFC').replace(unknownLetters, ' ').replace(/\s+/g, ' ').trim();

const factsOf = (bike: Bike): string[] =>
  [
    bike.category,
    [bike.drivetrain, bike.rearGear].filter((fact) => fact !== 'Other').join(' · '),
    bike.frameMaterial,
    bike.wheelSize,
    bike.brakeType,
    bike.weightG && weightWords(bike.weightG),
  ].flatMap((fact) => (fact && fact !== 'Other' ? [drawable(fact)] : []));

/** Everybody gets the same card: in metric units. */
function weightWords(grams: number): string {
  const { value, unit } = toldIn(grams, 'g', 'kg');
  return `${value} ${unit}`;
}

function titleWords(bike: Bike): string {
  const words = drawable(titleOf(bike));
  // A name in another writing leaves only its year.
  return /\p{L}/u.test(words) ? words : `${bike.category} bike`;
}

/** Share cards: drawn when somebody first asks, then kept until the bike has another version or is gone. */
export class ShareCards {
  readonly #deps: Deps;
  readonly #drawing = new SingleFlight<Uint8Array<ArrayBuffer>>();
  #running = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws not_found, gone, unavailable */
  async find(bikeId: string, version: number): Promise<FoundCard> {
    const { bikeOf, storage } = this.#deps;
    const bike = permitted('bike.see', null, await bikeOf(bikeId));
    if (bike.version !== version) return { current: bike };
    const key = keyOf(bikeId, version);
    return { bytes: (await storage.get(key)) ?? (await this.#drawing.run(key, () => this.#draw(bike))) };
  }

  async #draw(bike: Bike): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#running >= mostAtOnce) throw new Problem('unavailable', { details: { retryAfter: retrySeconds } });
    this.#running += 1;
    try {
      const { photoOf, draw, storage, bikeOf } = this.#deps;
      const [cover] = bike.photos;
      const photo = cover ? await photoOf(cover.id).catch(() => null) : null;
      const bytes = await draw({ title: titleWords(bike), facts: factsOf(bike), photo });
      await storage.remove(folderOf(bike.id));
      await storage.put(keyOf(bike.id, bike.version), bytes);
      // Whoever changed it meanwhile has forgotten its cards before this one came.
      if ((await bikeOf(bike.id))?.version !== bike.version) await storage.remove(folderOf(bike.id));
      return new Uint8Array(bytes);
    } finally {
      this.#running -= 1;
    }
  }

  /** Forgets the cards of a bike that is changed or gone. */
  async forget(bikeId: string): Promise<void> {
    await this.#deps.storage.remove(folderOf(bikeId));
  }
}
