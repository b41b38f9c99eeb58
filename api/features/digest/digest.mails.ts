import { type Block, type MailCard, mailKind } from '#api/platform/mail/letter.ts';
import { altOf, titleOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { FeedEntry } from '#contract/feed.ts';
import type { SiteLanguage } from '#contract/languages.ts';
import { bikePage, feedPage, preferencesPage, userBikesPage, weeklyMailPage, winnersPage } from '#contract/pages.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { many, t } from '#contract/texts.ts';
import { numberOf } from '#contract/week-dates.ts';
import type { DigestContents, OwnBikeNews } from './digest.contents.ts';
import { sampleContents } from './digest.sample.ts';

type Digest = {
  username: string;
  email: string;
  /** The token of the link that ends the mail. */
  token: string;
  contents: DigestContents;
  language?: SiteLanguage | undefined;
};

/** The stored widths for pictures of 96 and of 558 pixels, on screens with two or three dots a pixel. */
const widths = { small: 320, large: 960 } as const;

function cardOf(bike: BikeCard, lines: readonly string[], size: keyof typeof widths = 'small'): MailCard {
  const { cover, id, slug } = bike;
  const picture = cover && {
    path: photoPath(cover.id, widths[size]),
    alt: altOf(bike, cover),
    width: cover.width,
    height: cover.height,
  };
  const title = bike.nickname ? t`${titleOf(bike)} “${bike.nickname}”` : titleOf(bike);
  return { title, page: bikePage(id, slug), lines, ...(picture && { picture }) };
}

/** The sentence of an entry of the feed. */
function lineOf({ kind, bike, photoCount = 1, title, ownership, week = '' }: FeedEntry): string {
  const { username } = bike.owner;
  switch (kind) {
    case 'bike':
      return t`New, by ${username}.`;
    case 'photos':
      return many(photoCount)`# new photo by ${username}.|# new photos by ${username}.`;
    case 'update':
      return title ? t`${username} wrote in its build history: ${title}` : t`${username} wrote in its build history.`;
    case 'won':
      return t`Bike of the Week ${numberOf(week)}, by ${username}.`;
    case 'status':
      return statusLine(ownership, username);
  }
}

function statusLine(ownership: FeedEntry['ownership'], username: string): string {
  if (ownership === 'Stolen') return t`Stolen from ${username}. Have you seen it?`;
  if (ownership === 'Sold') return t`Sold by ${username}.`;
  if (ownership === 'Retired') return t`Retired by ${username}.`;
  return t`Back with ${username}.`;
}

function linesOfOwn({ place, rank, likes, comments, favorites }: OwnBikeNews): string[] {
  const won = place?.rank === 1;
  const counts = [
    likes > 0 && many(likes)`# new like.|# new likes.`,
    comments > 0 && many(comments)`# new comment.|# new comments.`,
    favorites > 0 && many(favorites)`# member added it to their favorites.|# members added it to their favorites.`,
  ];
  return [
    ...(place && won ? [t`It is Bike of the Week ${numberOf(place.week)}. Congratulations!`] : []),
    ...(place && !won ? [t`Number ${place.rank} in the vote for Bike of the Week ${numberOf(place.week)}.`] : []),
    ...(rank ? [t`Number ${rank} in this week's ranking so far.`] : []),
    ...[counts.filter((text) => text !== false).join(' ')].filter(Boolean),
  ];
}

/** The sections that have something. */
function sectionsOf({ entries, hasMoreEntries, own, hasMoreOwn, winner }: DigestContents): Block[] {
  const blocks: Block[] = [];
  if (entries.length > 0) {
    blocks.push(
      { heading: t`New of what you follow` },
      { cards: entries.map((entry) => cardOf(entry.bike, [lineOf(entry)])) },
      { links: [[hasMoreEntries ? t`See everything new` : t`See what you follow`, feedPage()]] },
    );
  }
  if (own.length > 0) {
    blocks.push({ heading: t`Your bikes` }, { cards: own.map((news) => cardOf(news.bike, linesOfOwn(news))) });
    if (hasMoreOwn) blocks.push({ links: [[t`See all your bikes`, userBikesPage()]] });
  }
  if (winner) {
    const { username } = winner.bike.owner;
    blocks.push(
      { heading: t`Bike of the Week ${numberOf(winner.week)}` },
      { cards: [cardOf(winner.bike, [t`By ${username}.`], 'large')], isLarge: true },
      { links: [[t`See all winners`, winnersPage()]] },
    );
  }
  return blocks;
}

export const digestMail = mailKind<Digest>({
  name: 'weekly',
  when: t`It is Friday morning, and a member who chose the weekly mail has news.`,
  sample: {
    username: 'ann',
    email: 'ann@example.org',
    token: 'sample',
    contents: sampleContents,
  },
  write: ({ username, email, token, contents }, site) => ({
    to: email,
    subject: t`Your week on ${site}`,
    hello: username,
    body: [
      t`This is what was new for you on ${site} in the last seven days.`,
      ...sectionsOf(contents),
      { small: t`You get this mail on Fridays when there is news, because you chose it.` },
      {
        links: [
          [t`Stop the weekly mail`, weeklyMailPage(token)],
          [t`Change your preferences`, `${preferencesPage()}#weekly-mail`],
        ],
      },
    ],
    list: { name: 'weekly', unsubscribe: weeklyMailPage(token) },
  }),
});
