import type { Alert, AlertBike, AlertType } from '#contract/alerts.ts';
import { titleOf } from '#contract/bike-names.ts';
import { shownName } from '#contract/folder-name.ts';
import { maxNewBikes } from '#contract/list-sizes.ts';
import {
  bikePage,
  favoritesPage,
  followersPage,
  searchPage,
  sharedFavoritesPage,
  updatePage,
  winnersPage,
} from '#contract/pages.ts';
import { searchTitle } from '#contract/search/key.ts';
import { many, t } from '#contract/texts.ts';
import { numberOf } from '#contract/week-dates.ts';

/** Text of an alert, and its URL. */
type AlertText = { sentence: string; text: string; to: string };

type BikeAlert = Alert & { bike: AlertBike };

/** The members of an alert, as the subject of its sentence. */
function peopleOf({ actors, actorCount }: Alert): string {
  const [first, second] = actors;
  if (!first) return actorCount > 1 ? many(actorCount)`# person|# people` : t`Someone`;
  if (actorCount < 2) return first.username;
  if (actorCount === 2 && second) return t`${first.username} and ${second.username}`;
  return many(actorCount - 1)`${first.username} and # other|${first.username} and # others`;
}

/** Tells the owner about a moderation decision on a bike, and what they can do. */
function judgedText({ bike, judged }: BikeAlert): string {
  const title = titleOf(bike);
  if (judged?.status === 'Removed') {
    return t`Moderators removed your ${title}. Think this is wrong? Write to us.`;
  }
  if (judged?.status === 'Flagged') {
    return judged.fixable
      ? t`Your ${title} was flagged and is hidden from lists. Fix what is wrong and it is back at once.`
      : t`Your ${title} was flagged and is hidden from lists. A moderator will look at it.`;
  }
  if (judged?.reason) return t`Your ${title} was flagged. It stays flagged when you publish it.`;
  return judged?.status === 'Draft'
    ? t`Moderators restored your ${title} as a draft.`
    : t`Your ${title} is visible again.`;
}

/** Like `judgedText`, for the reader's comment. */
function judgedComment({ bike, judged }: BikeAlert): string {
  const title = titleOf(bike);
  if (judged?.status === 'Removed') {
    return t`Moderators removed your comment on the ${title}. Think this is wrong? Write to us.`;
  }
  if (judged?.status !== 'Flagged') return t`Your comment on the ${title} is visible again.`;
  return judged.fixable
    ? t`Your comment on the ${title} was flagged and is hidden. Fix what is wrong and it is back at once.`
    : t`Your comment on the ${title} was flagged and is hidden. A moderator will look at it.`;
}

/** Names the bike unless the comments are on several. */
function mentionText(alert: BikeAlert): string {
  const { count, bikeCount } = alert.grouped ?? { count: 1, bikeCount: 1 };
  const [people, title] = [peopleOf(alert), titleOf(alert.bike)];
  if (alert.isReply)
    return bikeCount > 1
      ? many(count)`${people} replied to you in a comment|${people} replied to you in # comments`
      : many(
          count,
        )`${people} replied to your comment on the ${title}|${people} replied to you in # comments on the ${title}`;
  return bikeCount > 1
    ? many(count)`${people} mentioned you in a comment|${people} mentioned you in # comments`
    : many(
        count,
      )`${people} mentioned you in a comment on the ${title}|${people} mentioned you in # comments on the ${title}`;
}

function favoriteText(alert: BikeAlert): string {
  const [people, title] = [peopleOf(alert), titleOf(alert.bike)];
  return many(
    alert.actorCount,
  )`${people} added your ${title} to their favorites|${people} added your ${title} to their favorites`;
}

function likeText(alert: BikeAlert): string {
  const [people, title] = [peopleOf(alert), titleOf(alert.bike)];
  return many(alert.actorCount)`${people} likes your ${title}|${people} like your ${title}`;
}

function updateLikeText(alert: BikeAlert): string {
  const [people, title] = [peopleOf(alert), alert.update?.title ?? ''];
  return many(alert.actorCount)`${people} likes your update “${title}”|${people} like your update “${title}”`;
}

function commentText(alert: BikeAlert): string {
  const people = peopleOf(alert);
  return alert.update
    ? t`${people} commented on your update “${alert.update.title}”`
    : t`${people} commented on your ${titleOf(alert.bike)}`;
}

/** Tells the owner that an update was removed. */
function removedUpdateText({ bike, update }: BikeAlert): string {
  const [title, name] = [titleOf(bike), update?.title ?? ''];
  return t`Moderators removed your update “${name}” of the ${title}. Think this is wrong? Write to us.`;
}

const weekOfRanking = ({ key }: Alert) => numberOf(key.split(':')[0] ?? '');

const because = ({ judged }: Alert) => judged?.reason && t`Reason: ${judged.reason}`;

type Said = Omit<AlertText, 'text'> & Partial<AlertText>;
const bikeTexts: Record<
  Exclude<AlertType, 'follow' | 'search' | 'keeper' | 'listLike' | 'listStatus'>,
  (alert: BikeAlert) => Said
> = {
  bikeStatus: (alert) => ({
    sentence: judgedText(alert),
    text: because(alert),
    to: bikePage(alert.bikeId, alert.bike.slug),
  }),
  comment: (alert) => ({
    sentence: commentText(alert),
    to: `${bikePage(alert.bikeId, alert.bike.slug)}#c-${alert.key}`,
  }),
  commentStatus: (alert) => ({
    sentence: judgedComment(alert),
    text: because(alert),
    to: `${bikePage(alert.bikeId, alert.bike.slug)}#c-${alert.key}`,
  }),
  mention: (alert) => ({
    sentence: mentionText(alert),
    to: `${bikePage(alert.bikeId, alert.bike.slug)}#c-${alert.key}`,
  }),
  favorite: (alert) => ({
    sentence: favoriteText(alert),
    to: bikePage(alert.bikeId, alert.bike.slug),
  }),
  like: (alert) => ({
    sentence: likeText(alert),
    to: bikePage(alert.bikeId, alert.bike.slug),
  }),
  updateLike: (alert) => ({
    sentence: updateLikeText(alert),
    to: updatePage(alert.bikeId, alert.bike.slug, alert.key),
  }),
  updateStatus: (alert) => ({
    sentence: removedUpdateText(alert),
    text: because(alert),
    to: bikePage(alert.bikeId, alert.bike.slug),
  }),
  ranking: (alert) => ({
    sentence: t`Your ${titleOf(alert.bike)} is among the first ten for Bike of the Week, week ${weekOfRanking(alert)}`,
    to: winnersPage(),
  }),
  winner: (alert) => ({
    sentence: t`Your ${titleOf(alert.bike)} is Bike of the Week, week ${numberOf(alert.key)}`,
    to: bikePage(alert.bikeId, alert.bike.slug),
  }),
};

function followText(alert: Alert): Said {
  const people = peopleOf(alert);
  return {
    sentence: many(alert.actorCount)`${people} follows you|${people} follow you`,
    to: followersPage(),
  };
}

function searchText({ search, actorCount }: Alert): Said | null {
  if (!search) return null;
  const { key, name } = search;
  const title = searchTitle(key, name) || t`your search`;
  const sentence =
    actorCount < maxNewBikes
      ? many(actorCount)`# new bike for “${title}”|# new bikes for “${title}”`
      : t`More than ${maxNewBikes - 1} new bikes for “${title}”`;
  return { sentence, to: `${searchPage()}?${key}` };
}

function listLikeText(alert: Alert): Said | null {
  if (!alert.list) return null;
  const [people, name] = [peopleOf(alert), shownName(alert.list.name)];
  return {
    sentence: many(alert.actorCount)`${people} likes your list “${name}”|${people} like your list “${name}”`,
    to: sharedFavoritesPage(alert.key),
  };
}

/** Tells the owner about a moderation decision on the words of a list, and what they can do. */
function judgedList(alert: Alert): Said | null {
  const { list, judged, key } = alert;
  if (!list || !judged) return null;
  const name = shownName(list.name);
  const sentence =
    judged.status === 'Removed'
      ? t`Moderators removed the words of your list “${name}” and hid it from search. You can write others.`
      : t`Moderators brought back the words of your list “${name}”.`;
  return { sentence, text: because(alert), to: favoritesPage(key) };
}

function keeperText(alert: Alert): Said | null {
  if (!alert.list?.shareId) return null;
  const { shareId, isOffer } = alert.list;
  const name = shownName(alert.list.name);
  const sentence = isOffer
    ? t`${peopleOf(alert)} wants to hand the list “${name}” over to you`
    : t`${peopleOf(alert)} asks you to keep the list “${name}” together`;
  return { sentence, to: sharedFavoritesPage(shareId) };
}

function saidOf(alert: Alert): Said | null {
  const { type, bike } = alert;
  if (type === 'follow') return followText(alert);
  if (type === 'search') return searchText(alert);
  if (type === 'listLike') return listLikeText(alert);
  if (type === 'listStatus') return judgedList(alert);
  if (type === 'keeper') return keeperText(alert);
  return bike && Object.hasOwn(bikeTexts, type) ? bikeTexts[type]({ ...alert, bike }) : null;
}

/** Text of an alert; null for a type that this build does not know. */
export function alertTextOf(alert: Alert): AlertText | null {
  const said = saidOf(alert);
  return said && { text: alert.text, ...said };
}
