import type { BikeStatus } from '#contract/bike-options.ts';
import { type BikeCard, titleOf } from '#contract/bikes.ts';
import type { StoredPhoto } from '#contract/photos.ts';
import type { OutboxRow, Subject } from '../rows.ts';
import type { RowKind } from './table.ts';

/** The kinds of row that send a bike: a new one, and one that was changed. */
export const bikeKinds: readonly RowKind[] = ['bike.put', 'bike.edit'];

/** A bike as the subject of a row. */
export const bikeSubject = (bike: BikeCard): Subject => ({
  kind: 'bike',
  id: bike.id,
  title: titleOf(bike),
  picture: bike.cover && { id: bike.cover.id, here: false },
});

/** What the row of a bike knows besides what it sends: enough to draw the bike before the server has seen it. */
export type BikePart = {
  slug: string;
  brand: string;
  photos: StoredPhoto[];
  /** How the bike stood that was changed, where others did not see it. */
  status?: BikeStatus;
  /** How often its photos went out again because the site did not have them. */
  rounds?: number;
};

export const bikePartOf = (row: OutboxRow): BikePart => row.part as BikePart;
