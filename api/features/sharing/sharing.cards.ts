import { directionOf } from '#api/languages/grammar.ts';
import type { Networks } from '#api/platform/addresses/network.ts';
import { currentLanguage } from '#api/platform/languages.ts';
import { type NetworkLimiter, refuseUntil } from '#api/platform/limits.ts';
import { drawable, type ShareCard } from '#api/platform/share-card-source.ts';
import { SingleFlight } from '#api/platform/single-flight.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import { kindOf, titleOf } from '#contract/bike-names.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { categoryLabel, drivetrainLabel, frameMaterialLabel, rearGearLabel } from '#contract/card-labels.ts';
import { ownLanguage, type SiteLanguage } from '#contract/languages.ts';
import { permitted } from '#contract/may.ts';
import { brakeTypeLabel, wheelSizeLabel } from '#contract/option-labels.ts';
import { measureIn } from '#contract/units.ts';

/** Contents of a card, in characters that its typeface has. */
type CardContents = { title: string; lines: string[]; photo: Uint8Array | null; direction: 'ltr' | 'rtl' };

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
const folderOf = (bikeId: string) => `cards/${bikeId.slice(-2)}/${bikeId}`;
/** English is in the card's folder itself, each other language in one below. */
const folderIn = (language: SiteLanguage, folder: string) =>
  language === ownLanguage ? folder : `${folder}/${language}`;
/** The name of a stored value in a list; empty if it says nothing. */
const labelsOfValues = (labelOf: (value: string) => string, value: string | null): string[] =>
  value && value !== 'Other' ? [labelOf(drawable(value))] : [];

const linesOf = (bike: Bike): string[] =>
  [
    labelsOfValues(categoryLabel, bike.category),
    [...labelsOfValues(drivetrainLabel, bike.drivetrain), ...labelsOfValues(rearGearLabel, bike.rearGear)].join(' · '),
    labelsOfValues(frameMaterialLabel, bike.frameMaterial),
    labelsOfValues(wheelSizeLabel, bike.wheelSize),
    labelsOfValues(brakeTypeLabel, bike.brakeType),
    bike.weightG ? weightLabel(bike.weightG) : '',
  ]
    .flat()
    .filter(Boolean);

/** In metric units, as the card is the same for all readers of a language. */
function weightLabel(grams: number): string {
  const { value, unit } = measureIn(grams, 'g', 'kg');
  return `${new Intl.NumberFormat(currentLanguage()).format(Number(value))} ${unit}`;
}

function cardTitle(bike: Bike): string {
  const title = drawable(titleOf(bike));
  // A name in another script would leave only its year.
  return /\p{L}/u.test(title) ? title : kindOf(bike);
}

/** Share cards in the current language, rendered on first request and stored until the bike changes or is deleted. */
export class ShareCards {
  readonly #deps: Deps;
  readonly #rendering = new SingleFlight<Uint8Array<ArrayBuffer>>();
  #running = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws not_found, gone, too_many_requests, unavailable */
  async find(bikeId: string, version: number, networks: Networks): Promise<FoundCard> {
    const { bikeOf } = this.#deps;
    const bike = permitted('bike.see', null, await bikeOf(bikeId));
    if (bike.version !== version) return { current: bike };
    const card: ShareCard = {
      folder: folderOf(bikeId),
      version: String(version),
      photoId: bike.photos[0]?.id ?? null,
      contents: async () => ({ title: cardTitle(bike), lines: linesOf(bike) }),
      isCurrent: async () => (await bikeOf(bikeId))?.version === version,
    };
    return { bytes: await this.draw(card, networks) };
  }

  /** The stored picture of a card, or a new one. @throws too_many_requests, unavailable */
  async draw(card: ShareCard, networks: Networks): Promise<Uint8Array<ArrayBuffer>> {
    const key = `${folderIn(currentLanguage(), card.folder)}/${card.version}.jpg`;
    const stored = await this.#deps.storage.get(key);
    return stored ?? this.#rendering.run(key, () => this.#render(card, key, networks));
  }

  async #render(card: ShareCard, key: string, networks: Networks): Promise<Uint8Array<ArrayBuffer>> {
    refuseUntil(await this.#deps.renderLimiter.count(networks));
    if (this.#running >= maxConcurrent) refuseUntil(retrySeconds);
    this.#running += 1;
    try {
      const { photoOf, render, storage } = this.#deps;
      const { folder, photoId, contents, isCurrent } = card;
      const photo = photoId ? await photoOf(photoId).catch(() => null) : null;
      const language = currentLanguage();
      const direction = directionOf(language);
      const bytes = await render({ ...(await contents()), photo, direction });
      await storage.remove(folderIn(language, folder));
      await storage.put(key, bytes);
      // A concurrent change deleted the cards before this one was stored.
      if (!(await isCurrent())) await storage.remove(folder);
      return new Uint8Array(bytes);
    } finally {
      this.#running -= 1;
    }
  }

  /** Deletes the cards in a folder. */
  async forgetFolder(folder: string): Promise<void> {
    await this.#deps.storage.remove(folder);
  }

  /** Deletes the cards of a changed or deleted bike. */
  async forget(bikeId: string): Promise<void> {
    await this.forgetFolder(folderOf(bikeId));
  }
}
