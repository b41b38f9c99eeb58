import type { Alert, AlertGroup, AlertType } from '#contract/alerts.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { AppEvent } from './events.ts';

/**
 * A change to alerts of one type; a member has one alert for each key. `raised`: somebody acted, `lowered`: they undid
 * it, `ended`: the bike, or what the alert is about, is gone. Idempotent. Where an alert names nobody, `actorId` holds a value that differs between
 * occasions.
 */
export type AlertChange =
  | ({ what: 'raised' } & Deed)
  | ({ what: 'lowered' } & Deed)
  | { what: 'ended'; bikeId: string }
  | { what: 'ended'; userId: string; key: string };
type Deed = { userId: string; key: string; bikeId: string; actorId: string };

/** False for a member's own actions: they cause no alerts. */
export const isByOthers = (change: AlertChange): boolean => change.what === 'ended' || change.actorId !== change.userId;

/** A stored alert. In `actorIds` the latest actor comes first. */
export type StoredAlert = {
  id: string;
  userId: string;
  type: string;
  key: string;
  bikeId: string;
  actorIds: string[];
};
/** The content of an alert. */
export type AlertFields = Pick<
  Alert,
  'actors' | 'actorCount' | 'text' | 'update' | 'isReply' | 'judged' | 'search' | 'list'
>;
/** The status and counters of a bike that its alerts read. */
export type CountedReactions = { status: BikeStatus; counts: { likes: number; favorites: number } };

/** One type of alert, implemented by the feature that it is about. */
export interface AlertSource {
  readonly type: AlertType;
  readonly group: AlertGroup;
  /** Whether unseen alerts of this type are listed before all others. */
  readonly first: boolean;
  changesOf(event: AppEvent): AlertChange[];
  /**
   * Reads the content of alerts with one query. Returns it by alert key; an alert without an entry has nothing to show.
   * @param bikes the bikes that the alerts are about
   */
  fieldsOf(
    alerts: readonly StoredAlert[],
    bikes: ReadonlyMap<string, CountedReactions>,
  ): Promise<Map<string, AlertFields>>;
}
