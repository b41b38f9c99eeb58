import type { Alert, AlertGroup, AlertType } from '#contract/alerts.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { AppEvent } from './events.ts';

/**
 * What an effect means for alerts of one type. A member has one for each key: somebody did something (`raised`), took it
 * back (`lowered`), or all about a bike is over (`ended`). Said twice, it changes nothing. What nobody is named for has,
 * for `actorId`, what tells one time from another.
 */
export type AlertChange =
  | ({ what: 'raised' } & Deed)
  | ({ what: 'lowered' } & Deed)
  | { what: 'ended'; bikeId: string };
type Deed = { userId: string; key: string; bikeId: string; actorId: string };

/** Nobody is told of what they did themselves. */
export const isByOthers = (change: AlertChange): boolean => change.what === 'ended' || change.actorId !== change.userId;

/** An alert as it is kept: the ids of what it tells. The latest actor comes first. */
export type KeptAlert = { id: string; type: string; key: string; bikeId: string; actorIds: string[] };
/** What is told of it. */
export type AlertFacts = Pick<Alert, 'actors' | 'actorCount' | 'text' | 'judged'>;
/** A bike as its alerts need it: how it stands, and what is counted of it. */
export type CountedMarks = { status: BikeStatus; counts: { likes: number; favorites: number } };

/** One type of alert, of the feature that it is about: that knows when there is one, and what to tell. */
export interface AlertSource {
  readonly type: AlertType;
  readonly group: AlertGroup;
  /** Whether it stands before all others until it was seen. */
  readonly first: boolean;
  changesOf(effect: AppEvent): AlertChange[];
  /**
   * What is told of alerts, by their keys, found with one query; one that is not among them has nothing to tell.
   * @param bikes those that the alerts are about
   */
  facts(alerts: readonly KeptAlert[], bikes: ReadonlyMap<string, CountedMarks>): Promise<Map<string, AlertFacts>>;
}
