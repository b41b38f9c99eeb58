import type { Alert, AlertType } from '#contract/alerts.ts';
import { titleOf } from '#contract/bikes.ts';
import { bikePage } from '#contract/pages.ts';
import { figure } from '#src/ui/format.ts';

/** What an alert says, and where it leads. */
type Words = { sentence: string; to: string };

function peopleOf({ actors, actorCount }: Alert): string {
  const [first, second] = actors;
  if (!first) return actorCount > 1 ? `${figure(actorCount)} people` : 'Somebody';
  if (actorCount < 2) return first.username;
  if (actorCount === 2 && second) return `${first.username} and ${second.username}`;
  return `${first.username} and ${figure(actorCount - 1)} ${actorCount === 2 ? 'other' : 'others'}`;
}

const words: Record<AlertType, (alert: Alert) => Words> = {
  comment: (alert) => ({
    sentence: `${peopleOf(alert)} commented on your ${titleOf(alert.bike)}`,
    to: `${bikePage(alert.bikeId, alert.bike.slug)}#c-${alert.key}`,
  }),
  favorite: (alert) => ({
    sentence: `${peopleOf(alert)} ${alert.actorCount > 1 ? 'have' : 'has'} your ${titleOf(alert.bike)} among their favorites`,
    to: bikePage(alert.bikeId, alert.bike.slug),
  }),
  like: (alert) => ({
    sentence: `${peopleOf(alert)} ${alert.actorCount > 1 ? 'like' : 'likes'} your ${titleOf(alert.bike)}`,
    to: bikePage(alert.bikeId, alert.bike.slug),
  }),
};

/** What an alert says; null for a type that a newer site tells of and this build does not know. */
export const wordsOf = (alert: Alert): Words | null =>
  Object.hasOwn(words, alert.type) ? words[alert.type](alert) : null;
