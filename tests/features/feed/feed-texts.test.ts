import { describe, expect, test } from 'vitest';
import type { FeedEntry } from '#contract/feed.ts';
import type { SuggestionReason } from '#contract/feed-suggestions.ts';
import type { Followed } from '#contract/follows.ts';
import { newsOf, reasonText, seenText, suggestionText } from '#src/features/feed/feed-texts.ts';
import { groupByDay } from '#src/features/feed/group-by-day.ts';
import { writingIn } from '#src/ui/in-language.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, bert } from '#tests/kit/harness/people.ts';

/** A local time, so that the days are those of whoever runs this. */
const at = (text: string) => new Date(text).toISOString();
const entryOf = (n: number, more: Partial<FeedEntry> = {}): FeedEntry => ({
  id: `${n}`,
  kind: 'bike',
  at: at('2026-11-20T12:00:00'),
  bike: cardNumber(n),
  because: [{ kind: 'member', key: bert.id }],
  ...more,
});
const daysOf = (entries: FeedEntry[]) =>
  groupByDay(entries).map(({ person, at: latest, entries: some }) => [
    person.username,
    latest,
    some.map(({ id }) => id),
  ]);

describe('days of members', () => {
  test("one member's day is one, by the reader's midnight, and stands where its latest entry is", () => {
    const anas = { ...cardNumber(9), owner: ana };
    const times = ['2026-11-20T23:59:59', '2026-11-20T18:00:00', '2026-11-20T00:00:00', '2026-11-19T23:59:59'].map(at);
    const [last = '', evening = '', first = '', before = ''] = times;
    expect(
      daysOf([
        entryOf(1, { at: last }),
        entryOf(2, { at: evening, bike: anas }),
        entryOf(3, { at: first }),
        entryOf(4, { at: before }),
      ]),
    ).toEqual([
      [bert.username, last, ['1', '3']],
      [ana.username, evening, ['2']],
      [bert.username, before, ['4']],
    ]);
  });

  test('a further page adds to the day that the page before began', () => {
    const entries = [entryOf(1), entryOf(2, { at: at('2026-11-20T08:00:00') })];
    expect(groupByDay(entries.slice(0, 1))[0]?.key).toBe(groupByDay(entries)[0]?.key);
    expect(daysOf(entries)).toHaveLength(1);
    expect(daysOf([])).toEqual([]);
  });
});

test('each kind of news has its text', () => {
  const news = (more: Partial<FeedEntry>) => newsOf(entryOf(1, more));
  expect(news({ kind: 'bike' })).toBe('New bike');
  expect(news({ kind: 'photos', photoCount: 1 })).toBe('1 new photo');
  expect(news({ kind: 'photos', photoCount: 5, photos: [] })).toBe('5 new photos');
  expect(news({ kind: 'update', title: 'New wheels' })).toBe('Update: New wheels');
  expect(news({ kind: 'won', week: '2026-W46' })).toBe('Bike of the Week');
  expect(
    (['Stolen', 'Sold', 'Retired', 'Current'] as const).map((ownership) => news({ kind: 'status', ownership })),
  ).toEqual(['Stolen', 'Sold', 'Retired', 'Found again']);
});

test('the reason names everything that is followed, each once', () => {
  const search: Followed = { kind: 'search', key: 'color=Red', name: 'Red ones', at: '' };
  const because = (...all: FeedEntry['because']) => entryOf(1, { because: all });
  const member = { kind: 'member', key: bert.id } as const;
  expect(reasonText([because(member), because(member)], [])).toBe(`You follow ${bert.username}.`);
  expect(reasonText([because({ kind: 'model', key: 'surly bridgeclub' })], [])).toBe('You follow Surly Bridge Club.');
  expect(reasonText([because({ kind: 'bike', key: cardNumber(1).id })], [])).toBe('You follow Surly Bridge Club.');
  expect(reasonText([because(member, { kind: 'tag', key: 'lugged' }, search)], [search])).toBe(
    `You follow ${bert.username}, #lugged, and Red ones.`,
  );
  expect(reasonText([because({ kind: 'search', key: 'keywords=rando' })], [])).toBe('You follow rando.');
});

test('the time since which everything was seen is told as briefly as its day allows', async () => {
  const now = new Date('2026-11-21T14:00:00');
  const since = (text: string, writing = null as Awaited<ReturnType<typeof writingIn>> | null) =>
    seenText(new Date(text), now, { style: 'European', clock: 'Military', writing } as never);
  expect(since('2026-11-21T09:05:00')).toBe("You've seen everything since 09:05.");
  expect(since('2026-11-20T23:00:00')).toBe("You've seen everything since yesterday.");
  expect(since('2026-11-17T08:00:00')).toBe("You've seen everything since Tuesday.");
  expect(since('2026-11-14T08:00:00')).toBe("You've seen everything since 14 Nov.");
  expect(since('2025-11-14T08:00:00')).toBe("You've seen everything since 14 Nov 2025.");
  // A clock that is ahead.
  expect(since('2026-11-22T08:00:00')).toBe("You've seen everything since 08:00.");
  expect(since('2026-11-17T08:00:00', await writingIn('de'))).toBe("You've seen everything since Dienstag.");
});

test('each reason of a suggestion has its text', () => {
  const bike = { brand: 'Surly', model: 'Ogre' };
  const texts = (kind: 'member' | 'model' | 'tag', ...reasons: SuggestionReason[]) =>
    reasons.map((reason) => suggestionText({ kind, reason }));
  expect(
    texts('model', { because: 'own', count: 1, bike }, { because: 'own', count: 2 }, { because: 'liked', count: 3 }),
  ).toEqual(['You have one', 'You have 2', 'You like 3 of them']);
  expect(texts('model', { because: 'kept', count: 2 })).toEqual(['2 of them are in your favorites']);
  expect(texts('member', { because: 'liked', count: 1, bike }, { because: 'liked', count: 3 })).toEqual([
    'You like their Surly Ogre',
    'You like 3 of their bikes',
  ]);
  expect(texts('member', { because: 'kept', count: 1, bike }, { because: 'kept', count: 2 })).toEqual([
    'Their Surly Ogre is in your favorites',
    '2 of their bikes are in your favorites',
  ]);
  expect(texts('tag', { because: 'own', count: 1, bike }, { because: 'own', count: 2 })).toEqual([
    'Your Surly Ogre has it',
    '2 of your bikes have it',
  ]);
  expect(
    texts(
      'member',
      ...[1, 2, 3, 4].map((rank) => ({ because: 'ranked' as const, rank })),
      { because: 'popular' },
      { because: 'recent' },
    ),
  ).toEqual([
    'First this week',
    'Second this week',
    'Third this week',
    'No. 4 this week',
    'Most liked lately',
    'New on the site',
  ]);
});
