import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { countryName, regionName } from '#api/features/places/places.lists.ts';
import { bikeStatuses, categories, ownerships } from '#contract/bike-options.ts';
import type { Component } from '#contract/components.ts';
import { photoWidths } from '#contract/photo-paths.ts';
import { photoLimits } from '#contract/photos.ts';
import { pictureShapes } from '#contract/profile-pictures.ts';
import { type DemoBike, demoCommunity } from '../community.ts';
import { pictureFolder, readMembers, readPictures } from '../samples.ts';

const start = new Date('2026-11-28T12:00:00Z');
const { members, bikes, comments, likes, folders, favorites } = demoCommunity(start);
const listed = bikes.filter(({ status }) => status === 'Active');
const brandOf = ({ brand, model }: DemoBike) => `${brand} ${model}`;
const partsOf = (bike: DemoBike, slot: Component['slot']) => bike.components.filter((part) => part.slot === slot);
const textOf = (bike: DemoBike, slot: Component['slot']) =>
  partsOf(bike, slot)
    .map(({ text }) => text)
    .join();

test('another start moves the dates and changes nothing else, ids included', () => {
  const later = demoCommunity(new Date(start.getTime() + 86_400_000));
  const undated = ({ members, bikes, comments, likes, folders, favorites }: typeof later) => [
    members.map(({ joinedAt: _, ...member }) => member),
    bikes.map(({ publishedAt: _, statusAt: __, ...bike }) => bike),
    comments.map(({ addedAt: _, ...comment }) => comment),
    [...likes, ...favorites].map(({ at: _, ...reaction }) => reaction),
    folders,
  ];
  expect(undated(later)).toEqual(undated(demoCommunity(start)));
  expect(Number(later.bikes[9]?.publishedAt) - Number(bikes[9]?.publishedAt)).toBe(86_400_000);
});

test('every name in the files is a member, every path a bike, and every picture has its files', async () => {
  const names = new Set(members.map(({ username }) => username));
  const samples = readMembers();
  const paths = new Set(samples.flatMap(({ username, bikes }) => bikes.map(({ key }) => `${username}/${key}`)));
  for (const { username, favorites, folders, bikes } of samples) {
    for (const path of [...favorites, ...folders.flatMap((folder) => folder.bikes)]) {
      expect([...paths], username).toContain(path);
      expect(path.startsWith(`${username}/`), `${username} keeps ${path}`).toBe(false);
    }
    for (const { key, likes, comments, history, photos } of bikes) {
      for (const name of [...likes, ...comments.map(({ by }) => by)]) expect([...names], key).toContain(name);
      expect(new Set(likes).size, key).toBe(likes.length);
      expect(likes, key).not.toContain(username);
      for (const place of history.flatMap((entry) => entry.photos)) expect(photos[place - 1], key).toBeDefined();
    }
  }
  const used = bikes.flatMap(({ photos }) => photos.map(({ name }) => name));
  const looks = members.flatMap(({ avatar, banner }) => [avatar?.name ?? [], banner?.name ?? []].flat());
  expect(Object.keys(readPictures()).sort()).toEqual([...used, ...looks].sort());
  for (const [name, { width, height }] of Object.entries(readPictures())) {
    const files = (await readdir(pictureFolder(name))).map((file) => Number.parseInt(file, 10)).sort((a, b) => a - b);
    const shape = name.endsWith('/avatar') ? 'ProfileAvatar' : name.endsWith('/banner') ? 'ProfileBanner' : null;
    if (shape) expect(files, name).toEqual(pictureShapes[shape].widths);
    else for (const file of files) expect(photoWidths, name).toContain(file);
    const largest = await sharp(`${pictureFolder(name)}/${files.at(-1)}.webp`).metadata();
    expect([largest.width, largest.height], name).toEqual([width, height]);
  }
});

test('no two ids are the same', () => {
  const pictures = members.flatMap(({ avatar, banner }) => [avatar ?? [], banner ?? []].flat());
  const photos = bikes.flatMap((bike) => bike.photos);
  const parts = bikes.flatMap(({ components, history }) => [...components, ...history]);
  const ids = [members, pictures, bikes, comments, folders, photos, parts].flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('no sentence of more than four words is written twice', () => {
  const texts = [
    ...members.map(({ text }) => text),
    ...bikes.flatMap(({ story, history }) => [story, ...history.map(({ text }) => text)]),
    ...bikes.flatMap(({ photos }) => photos.map(({ caption }) => caption)),
    ...comments.map(({ text }) => text),
  ];
  // A quotation repeats what it answers.
  const own = texts.map((text) => text.replace(/^> .*$/gm, '').replace(/“[^”]*”/g, ''));
  const sentences = own.flatMap((text) => text.split(/(?<=[.!?:])\s+|\n+/)).map((one) => one.trim().toLowerCase());
  const long = sentences.filter((sentence) => sentence.split(/\s+/).length > 4);
  expect(long.filter((sentence, n) => long.indexOf(sentence) < n)).toEqual([]);
});

describe('no bike contradicts itself:', () => {
  test('equal tires came with the bike both or neither, and are as wide as the field says', () => {
    for (const bike of bikes) {
      const [front] = partsOf(bike, 'Front tire');
      const [rear] = partsOf(bike, 'Rear tire');
      if (front?.text === rear?.text) expect(front?.isStock, brandOf(bike)).toBe(rear?.isStock);
      const [, width] = /(\d{2,3}) mm/.exec(front?.text ?? '') ?? [];
      if (width) expect(bike.tireWidthMm, brandOf(bike)).toBe(Number(width));
    }
  });

  test('a dropper post is among the parts exactly where the field says so', () => {
    for (const bike of bikes) expect(/dropper/i.test(textOf(bike, 'Seatpost')), brandOf(bike)).toBe(bike.dropperPost);
  });

  test('a dynamo hub is among the parts exactly where the field says so', () => {
    for (const bike of bikes) {
      const hasHub = /dynamo/i.test(textOf(bike, 'Front hub') + textOf(bike, 'Wheelset'));
      expect(hasHub, brandOf(bike)).toBe(bike.dynamo);
    }
  });

  test('gears, rings and sprockets are those of the fields', () => {
    for (const bike of bikes) {
      const { drivetrain, rearGear, chainrings, cassette, electronicShifting, eBike } = bike;
      const gears = ['Groupset', 'Rear derailleur', 'Shifters', 'Hub gear / Gearbox'] as const;
      const text = gears.map((slot) => textOf(bike, slot)).join();
      const [, speeds] = /(\d+)-speed/i.exec(text) ?? [];
      if (speeds) expect(rearGear, brandOf(bike)).toContain(`${speeds}-Speed`);
      if (cassette) expect(textOf(bike, 'Cassette / Cog'), brandOf(bike)).toContain(cassette);
      if (/^\dx$/.test(drivetrain) && chainrings) {
        expect(chainrings.split('/').length, brandOf(bike)).toBe(Number(drivetrain[0]));
      }
      if (/AXS|eTap/.test(text)) expect(electronicShifting, brandOf(bike)).toBe(true);
      if (/^(Internal|Gearbox)/.test(rearGear)) expect(textOf(bike, 'Cassette / Cog'), brandOf(bike)).toBe('');
      if (/Fixed|Single/.test(`${drivetrain} ${rearGear}`)) expect(text, brandOf(bike)).not.toMatch(/derailleur/);
      expect(partsOf(bike, 'Motor').length > 0, brandOf(bike)).toBe(eBike !== null);
      expect(drivetrain === 'E-Bike', brandOf(bike)).toBe(eBike !== null);
    }
  });

  test('brakes are of the kind that the field says', () => {
    const kinds: [RegExp, RegExp][] = [
      [/hydraulic|pistons/i, /Hydraulic/],
      [/cantilever/i, /Cantilever/],
      [/V-brake/i, /V-Brake/],
      [/center-pull|centre-pull/i, /Center-Pull/],
      [/drums?\b/i, /Drum/],
      [/roller/i, /Roller/],
      [/\brod\b/i, /Rod/],
      [/BB[57]|Spyre|cable/, /Mechanical/],
    ];
    for (const bike of bikes) {
      for (const [said, kind] of kinds) {
        if (said.test(textOf(bike, 'Brakes'))) expect(bike.brakeType, brandOf(bike)).toMatch(kind);
      }
    }
  });

  test('travel is that of fork and shock', () => {
    for (const bike of bikes) {
      const of = (slot: Component['slot']) => /(\d+) mm/.exec(textOf(bike, slot))?.[1];
      if (of('Fork')) expect(bike.travelFrontMm, brandOf(bike)).toBe(Number(of('Fork')));
      if (of('Rear shock')) expect(bike.travelRearMm, brandOf(bike)).toBe(Number(of('Rear shock')));
      if (bike.suspension === 'Rigid') expect(textOf(bike, 'Rear shock'), brandOf(bike)).toBe('');
    }
  });

  test('a stock bike was built by no owner, and nobody owned a bike before it was made', () => {
    for (const bike of bikes) {
      const { buildState, components, year, acquiredYear } = bike;
      if (buildState === 'Stock')
        expect(
          components.some(({ isStock }) => isStock),
          brandOf(bike),
        ).toBe(true);
      if (year && acquiredYear) expect(acquiredYear, brandOf(bike)).toBeGreaterThanOrEqual(year - 1);
    }
  });

  test('the last change of a part in the history is the part that is listed', () => {
    for (const bike of bikes) {
      const changes = bike.history
        .toSorted((a, b) => a.date.localeCompare(b.date))
        .flatMap((one) => one.componentChanges);
      for (const slot of new Set(changes.map((change) => change.slot))) {
        const after = changes.findLast((change) => change.slot === slot)?.after ?? '';
        const texts = partsOf(bike, slot).map(({ text }) => text);
        expect(texts, `${brandOf(bike)}: ${slot}`).toEqual(after ? expect.arrayContaining([after]) : []);
        for (const part of partsOf(bike, slot)) expect(part.isStock, `${brandOf(bike)}: ${slot}`).toBe(false);
      }
    }
  });
});

test('nothing is said, liked or kept before the bike was there or its member joined, or in the future', () => {
  const byId = new Map(bikes.map((bike) => [bike.id, bike]));
  const joined = new Map(members.map(({ id, joinedAt }) => [id, joinedAt]));
  const acts = [
    ...comments.map(({ bikeId, authorId, addedAt }) => ({ bikeId, memberId: authorId, at: addedAt })),
    ...likes,
    ...favorites,
    ...bikes.map(({ id, ownerId, statusAt }) => ({ bikeId: id, memberId: ownerId, at: statusAt })),
  ];
  for (const { bikeId, memberId, at } of acts) {
    expect(Number(at)).toBeGreaterThanOrEqual(Number(byId.get(bikeId)?.publishedAt));
    expect(Number(at)).toBeGreaterThan(Number(joined.get(memberId)));
    expect(Number(at)).toBeLessThanOrEqual(Number(start));
  }
});

test('each member says what they ride and where', () => {
  for (const { username, discipline, location, text } of members) {
    const { country, region } = location;
    expect([countryName(country), regionName(country, region)], username).not.toContain(undefined);
    expect([discipline, text], username).not.toContain('');
  }
});

describe('every feature has something to show:', () => {
  const count = (fits: (bike: DemoBike) => boolean): number => listed.filter(fits).length;

  test.each(categories)('bikes of the category %s', (category) => {
    expect(count((bike) => bike.category === category)).toBeGreaterThanOrEqual(2);
  });

  test.each(ownerships)('bikes that are %s', (ownership) => {
    expect(count((bike) => bike.ownership === ownership)).toBeGreaterThanOrEqual(2);
  });

  test.each(bikeStatuses)('bikes of the status %s, with a reason where moderators decided', (status) => {
    const some = bikes.filter((bike) => bike.status === status);
    expect(some.length).toBeGreaterThan(0);
    for (const { id, reason } of some) {
      expect(reason !== '').toBe(status === 'Flagged' || status === 'Removed');
      if (status === 'Draft') expect([...comments, ...likes].some(({ bikeId }) => bikeId === id)).toBe(false);
    }
  });

  test.each<[number, string, (bike: DemoBike) => boolean]>([
    [40, 'a dated history', ({ history }) => history.length > 0],
    [2, 'a video', ({ videoUrl }) => videoUrl !== ''],
    [40, 'tags', ({ tags }) => tags.length > 0],
    [2, 'a report of the theft', ({ registryUrl }) => registryUrl !== ''],
    [5, 'a motor', ({ eBike }) => eBike !== null],
    [3, 'a maker that nobody lists', ({ brandId }) => brandId === 'Other'],
    [2, 'no known year', ({ year }) => year === null],
    [2, 'a year that is about right', ({ yearCirca }) => yearCirca],
    [5, 'a price for everybody', ({ pricePublic }) => pricePublic],
    [5, 'a price for the owner only', ({ priceMinor, pricePublic }) => priceMinor !== null && !pricePublic],
    [1, 'as many photos as a bike can have', ({ photos }) => photos.length === photoLimits.perBike],
    [1, 'a story as long as stories can be', ({ story }) => story.length > 9_500],
    [1, 'a story with a line from right to left', ({ story }) => /^\p{Script=Arabic}/mu.test(story)],
  ])('%i bikes and more with %s', (min, _, fits) => {
    expect(count(fits)).toBeGreaterThanOrEqual(min);
  });

  test('mentions, folders that are shared, members without a picture, and one bike that is liked most', () => {
    expect(comments.filter(({ mentions }) => mentions.length > 0).length).toBeGreaterThanOrEqual(2);
    expect(folders.filter(({ isShared }) => isShared).length).toBeGreaterThanOrEqual(2);
    expect(members.some(({ avatar }) => avatar === null)).toBe(true);
    const liked = Map.groupBy(likes, ({ bikeId }) => bikeId);
    const [first = 0, second = 0] = [...liked.values()].map(({ length }) => length).sort((a, b) => b - a);
    expect(first).toBeGreaterThan(second);
  });
});
