import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { noCounts, noNotice, withEveryField } from '#contract/bike-defaults.ts';
import type { BikeCard as Card } from '#contract/bikes.ts';
import { newId } from '#contract/ids.ts';
import { BikeCard } from '#src/features/bikes/list/bike-card.tsx';
import { Hero } from '#src/features/bikes/list/hero.tsx';
import type { ShownBike } from '#src/features/bikes/shown-bike.ts';
import { OwnBike } from '#src/features/bikes/status/own-bike.tsx';

const owner = { id: newId(), username: 'rowan', avatar: '' };
const card: Card = {
  ...{ id: newId(), slug: '2021-surly-ogre', brand: 'Surly', model: 'Ogre', year: 2021, nickname: '' },
  ...{
    category: 'Touring',
    status: 'Active',
    owner,
    counts: noCounts,
    publishedAt: '2026-01-01T00:00:00Z',
    cover: null,
  },
};
const bike = {
  ...withEveryField({ ...card, brandId: 'surly', drivetrain: '1x', rearGear: '11-Speed' }),
  ...{ photos: [{ id: newId(), width: 3, height: 2, thumbhash: '', kind: 'Drive side', caption: '', alt: '' }] },
  ...{ updatedAt: '2026-01-01T00:00:00Z', version: 1, waiting: null },
} as ShownBike;

const textOf = (page: ReactNode): string =>
  renderToStaticMarkup(createElement(StaticRouter, { location: '/' }, page))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const own = (more: Partial<Parameters<typeof OwnBike>[0]>) =>
  textOf(
    createElement(OwnBike, {
      ...{ bike, standing: noNotice, isNew: false, unsent: false },
      ...{ undoQueued: async () => async () => undefined, retry: async () => undefined, onDuplicate: () => undefined },
      ...more,
    }),
  );

test('a card shows its owner; in a list of one member year and category take that place', () => {
  expect(textOf(createElement(BikeCard, { bike: card }))).toContain('rowan 2021 · Touring');
  expect(textOf(createElement(BikeCard, { bike: card, ofOne: true }))).not.toContain('rowan');
});

test('the large presentation shows story, owner, place, frame, gears and weight; a card of an older device has less', () => {
  const brief = {
    ...{ story: 'One winter, two boxes of parts.', frame: 'Steel', frameNote: 'Columbus', gears: '2 × 11' },
    weight: { Metric: '8.95', Imperial: '19.7' },
  };
  const content = textOf(
    createElement(Hero, { bike: { ...card, brief, owner: { ...owner, place: 'Ghent, Belgium' } } }),
  );
  for (const text of [brief.story, 'rowan Ghent, Belgium', 'Frame Steel Columbus', 'Gears 2 × 11', 'Weight 8.95 kg'])
    expect(content).toContain(text);
  expect(textOf(createElement(Hero, { bike: card }))).toContain('Ogre 2021 · Touring RO'.replace('RO', 'rowan'));
});

test("one's own bike offers Edit, then Share; a new one Share first, and one that waits neither", () => {
  expect(own({})).toMatch(/Edit Share Published Everyone can see it .*Add: Story, Weight, and Wheels/);
  expect(own({ isNew: true })).toMatch(
    /Published Everyone can see your bike now.* Share Edit Make it complete 5 of 12/,
  );
  const waiting = { rowId: newId(), look: 'waiting' } as ShownBike['waiting'];
  const text = own({ isNew: true, unsent: true, bike: { ...bike, waiting } });
  expect(text).toContain('On its way');
  expect(text).not.toMatch(/Share|Edit|complete/);
});
