import type { Alert, AlertType } from '#contract/alerts.ts';
import { titleOf } from '#contract/bike-names.ts';
import { bikePage } from '#contract/pages.ts';
import { numberOf } from '#contract/week-dates.ts';

/** Writes a number. The worker knows no language but English. */
export type Figure = (count: number) => string;

/** Text of an alert, and its URL. */
type AlertText = { sentence: string; text: string; to: string };

function peopleOf({ actors, actorCount }: Alert, figure: Figure): string {
  const [first, second] = actors;
  if (!first) return actorCount > 1 ? `${figure(actorCount)} people` : 'Someone';
  if (actorCount < 2) return first.username;
  if (actorCount === 2 && second) return `${first.username} and ${second.username}`;
  return `${first.username} and ${figure(actorCount - 1)} ${actorCount === 2 ? 'other' : 'others'}`;
}

/** Tells the owner about a moderation decision on a bike, and what they can do. */
function judgedText({ bike, judged }: Alert): string {
  const title = titleOf(bike);
  if (judged?.status === 'Removed') {
    return `Moderators removed your ${title}. Think this is wrong? Write to us.`;
  }
  if (judged?.status === 'Flagged') {
    return `Your ${title} was flagged and is hidden from lists. ${
      judged.fixable ? 'Fix what is wrong and it is back at once.' : 'A moderator will look at it.'
    }`;
  }
  if (judged?.reason) return `Your ${title} was flagged. It stays flagged when you publish it.`;
  return judged?.status === 'Draft'
    ? `Moderators restored your ${title} as a draft.`
    : `Your ${title} is visible again.`;
}

/** Like `judgedText`, for the reader's comment. */
function judgedComment({ bike, judged }: Alert): string {
  const where = `our comment on the ${titleOf(bike)}`;
  if (judged?.status === 'Removed') {
    return `Moderators removed y${where}. Think this is wrong? Write to us.`;
  }
  if (judged?.status !== 'Flagged') return `Y${where} is visible again.`;
  return `Y${where} was flagged and is hidden. ${
    judged.fixable ? 'Fix what is wrong and it is back at once.' : 'A moderator will look at it.'
  }`;
}

/** Names the bike unless the comments are on several. */
function mentionText(alert: Alert, figure: Figure): string {
  const { count, bikeCount } = alert.grouped ?? { count: 1, bikeCount: 1 };
  const comments = count > 1 ? `${figure(count)} comments` : 'a comment';
  const sentence = `${peopleOf(alert, figure)} mentioned you in ${comments}`;
  return bikeCount > 1 ? sentence : `${sentence} on the ${titleOf(alert.bike)}`;
}

const because = ({ judged }: Alert) => judged?.reason && `Reason: ${judged.reason}`;

type Said = Omit<AlertText, 'text'> & Partial<AlertText>;
const texts: Record<AlertType, (alert: Alert, figure: Figure) => Said> = {
  bikeStatus: (alert) => ({
    sentence: judgedText(alert),
    text: because(alert),
    to: bikePage(alert.bikeId, alert.bike.slug),
  }),
  comment: (alert, figure) => ({
    sentence: `${peopleOf(alert, figure)} commented on your ${titleOf(alert.bike)}`,
    to: `${bikePage(alert.bikeId, alert.bike.slug)}#c-${alert.key}`,
  }),
  commentStatus: (alert) => ({
    sentence: judgedComment(alert),
    text: because(alert),
    to: `${bikePage(alert.bikeId, alert.bike.slug)}#c-${alert.key}`,
  }),
  mention: (alert, figure) => ({
    sentence: mentionText(alert, figure),
    to: `${bikePage(alert.bikeId, alert.bike.slug)}#c-${alert.key}`,
  }),
  favorite: (alert, figure) => ({
    sentence: `${peopleOf(alert, figure)} added your ${titleOf(alert.bike)} to their favorites`,
    to: bikePage(alert.bikeId, alert.bike.slug),
  }),
  like: (alert, figure) => ({
    sentence: `${peopleOf(alert, figure)} ${alert.actorCount > 1 ? 'like' : 'likes'} your ${titleOf(alert.bike)}`,
    to: bikePage(alert.bikeId, alert.bike.slug),
  }),
  winner: (alert) => ({
    sentence: `Your ${titleOf(alert.bike)} is Bike of the Week, week ${numberOf(alert.key)}`,
    to: bikePage(alert.bikeId, alert.bike.slug),
  }),
};

/** Text of an alert; null for a type that this build does not know. */
export const alertTextOf = (alert: Alert, figure: Figure): AlertText | null =>
  Object.hasOwn(texts, alert.type) ? { text: alert.text, ...texts[alert.type](alert, figure) } : null;
