import { alertRoutes } from '#api/features/alerts/alerts.routes.ts';
import { AlertService } from '#api/features/alerts/alerts.service.ts';
import { AlertStore } from '#api/features/alerts/alerts.store.ts';
import { BikeStatusAlerts } from '#api/features/bikes/bikes.alerts.ts';
import { BikeStatusStore } from '#api/features/bikes/bikes.status.store.ts';
import type { BikeStore } from '#api/features/bikes/bikes.store.ts';
import { CommentAlerts } from '#api/features/comments/comments.alerts.ts';
import { MentionAlerts } from '#api/features/comments/comments.mention-alerts.ts';
import { CommentStatusAlerts } from '#api/features/comments/comments.status-alerts.ts';
import type { CommentStore } from '#api/features/comments/comments.store.ts';
import { FavoriteAlerts } from '#api/features/favorites/favorites.alerts.ts';
import { LikeAlerts } from '#api/features/likes/likes.alerts.ts';
import type { PreferenceStore } from '#api/features/preferences/preferences.store.ts';
import { WinnerAlerts } from '#api/features/winners/winners.alerts.ts';
import { version } from '#api/version.ts';
import type { Unread } from '#contract/alerts.ts';
import type { Person } from '#contract/people.ts';
import type { Infrastructure, Module } from './infrastructure.ts';
import type { MemberStores } from './members.ts';

interface Deps {
  people: Pick<MemberStores['people'], 'among'>;
  comments: Pick<CommentStore, 'shownAmong' | 'standings'>;
  bikes: Pick<BikeStore, 'shownToOwners'>;
  /** Counts a member's unread messages. */
  unreadOf(memberId: string): Promise<Unread>;
  /** Members' preferences. */
  preferences: Pick<PreferenceStore, 'of' | 'switchedOff'>;
}

/** Alerts: what others did, and what became of the member's bikes. */
export function alertsModule({ db, now }: Infrastructure, { people, comments, bikes, unreadOf, preferences }: Deps) {
  const store = new AlertStore(db);
  const peopleOf = (ids: string[]) => people.among(ids);
  const service = new AlertService({
    alerts: store,
    sources: [
      new BikeStatusAlerts({ bikes: new BikeStatusStore(db) }),
      new CommentStatusAlerts({ comments }),
      new CommentAlerts({ comments }),
      new MentionAlerts({ comments }),
      new LikeAlerts({ peopleOf }),
      new FavoriteAlerts({ peopleOf }),
      new WinnerAlerts(),
    ],
    bikesOf: (ids) => bikes.shownToOwners(ids),
    chosenOf: (userId) => preferences.of(userId),
    switchedOff: (userIds) => preferences.switchedOff(userIds),
    unreadOf,
    now,
    version,
  });
  return {
    follow: service.follow,
    erasure: { erase: ({ id }: Pick<Person, 'id'>) => store.eraseOf(id) },
    indexed: [store],
    mount: (api, guards) => void api.route('/', alertRoutes(service, guards)),
    begin() {},
  } satisfies Module & Record<string, unknown>;
}
