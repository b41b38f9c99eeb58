import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { countryName, regionName } from '#api/features/places/places.lists.ts';
import { Signup } from '#contract/accounts.ts';
import { bikeStatuses, categories } from '#contract/bike-options.ts';
import { otherBrand } from '#contract/bike-rules.ts';
import { PublishedBike } from '#contract/bike-whole.ts';
import { NewComment } from '#contract/comments.ts';
import { Photo, photoLimits } from '#contract/photos.ts';
import { Discipline, Place, ProfileLink, ProfileText } from '#contract/profile.ts';
import { demoCommunity } from '../community.ts';
import type { DemoBike } from '../types.ts';

const start = new Date('2026-11-21T12:00:00Z');
const community = demoCommunity(start);
const { members, bikes, comments, likes, folders, favorites } = community;
const traveller = bikes.toSorted((a, b) => b.photos.length - a.photos.length)[0] as DemoBike;
const likesOf = (bikeId: string): number => likes.filter((like) => like.bikeId === bikeId).length;

test('the same start gives the same community', () => {
  expect(demoCommunity(start)).toEqual(community);
});

test('another start moves the dates and changes nothing else', () => {
  const later = demoCommunity(new Date(start.getTime() + 86_400_000));
  expect(later.bikes.map((bike) => bike.story)).toEqual(bikes.map((bike) => bike.story));
  expect(later.comments.map((comment) => comment.text)).toEqual(comments.map((comment) => comment.text));
  expect(later.bikes[0]?.photos[0]?.drawing).toEqual(bikes[0]?.photos[0]?.drawing);
  expect(Date.parse(later.bikes[9]?.publishedAt ?? '') - Date.parse(bikes[9]?.publishedAt ?? '')).toBe(86_400_000);
});

test('members, bikes, photos and comments keep the rules that everybody keeps', () => {
  for (const { id, username } of members) {
    v.parse(Signup.entries.id, id);
    v.parse(Signup.entries.username, username);
  }
  for (const bike of bikes) {
    const parsed = v.parse(PublishedBike, { ...bike, status: 'Active' });
    expect(parsed.story, bike.model).toBe(bike.story);
    for (const photo of bike.photos) v.parse(Photo, photo);
  }
  for (const comment of comments) expect(v.parse(NewComment, comment).text).toBe(comment.text);
  const pictures = members.flatMap(({ avatar, banner }) => [avatar ?? [], banner ?? []].flat());
  const ids = [members, pictures, bikes, comments, bikes.flatMap((bike) => bike.photos)].flat().map((one) => one.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('each member says what they ride, where and why, by the rules of profiles', () => {
  for (const { username, about } of members) {
    const { discipline, place, text, link } = about;
    const [country, region] = place;
    v.parse(Place, { country, region });
    expect([countryName(country), regionName(country, region)], username).not.toContain(undefined);
    expect(v.parse(v.object({ discipline: Discipline, text: ProfileText }), { discipline, text })).toEqual({
      discipline,
      text,
    });
    if (link) expect(v.parse(ProfileLink, { label: '', url: link }).url).toBe(link);
  }
  expect(new Set(members.map(({ about }) => about.discipline)).size).toBeGreaterThanOrEqual(12);
  expect(new Set(members.map(({ about }) => about.place[0])).size).toBeGreaterThanOrEqual(12);
});

test('most members have an avatar and a banner, drawn of a bike of theirs that everybody sees, and none like another’s', () => {
  for (const type of ['avatar', 'banner'] as const) {
    const shown = members.flatMap((member) => member[type] ?? []);
    expect(shown.length).toBeGreaterThanOrEqual(28);
    expect(shown.length).toBeLessThan(members.length);
    expect(new Set(shown.map(({ drawing }) => JSON.stringify(drawing))).size).toBe(shown.length);
    for (const { drawing } of shown) {
      const bike = bikes.find(({ photos }) => photos.some((photo) => photo.drawing.seed === drawing.seed));
      expect(bike?.availability.status).toBe('Active');
      expect(members.find(({ id }) => id === bike?.ownerId)?.[type]?.drawing).toEqual(drawing);
    }
  }
  expect(members.some(({ avatar, banner }) => !avatar && banner)).toBe(true);
});

test('35 members show 235 bikes, each with a story of its own', () => {
  expect(members.length).toBe(35);
  expect(bikes.length).toBe(235);
  expect(new Set(bikes.map((bike) => bike.story)).size).toBe(235);
  for (const member of members) expect(bikes.some((bike) => bike.ownerId === member.id)).toBe(true);
});

const listed = bikes.filter(({ availability }) => availability.status === 'Active');
const count = (fits: (bike: DemoBike) => boolean): number => listed.filter(fits).length;
const brandNames = listed.map(({ brand }) => brand);

describe('of what everybody sees there are', () => {
  test.each(categories)('twelve bikes and more: %s', (category) => {
    expect(count((bike) => bike.category === category)).toBeGreaterThanOrEqual(12);
  });

  test.each<[number, string, (bike: DemoBike) => boolean]>([
    [30, 'with a motor', ({ drivetrain, eBike }) => drivetrain === 'E-Bike' && eBike !== null],
    [40, 'with a single speed', ({ rearGear }) => rearGear === 'Single-Speed'],
    [5, 'whose maker nobody lists', ({ brandId, brand }) => brandId === otherBrand && brand.length > 1],
    [5, 'of a year that nobody knows', ({ year }) => year === null],
    [1, 'with a year that is about right', ({ yearCirca }) => yearCirca],
    [1, 'with as many photos as a bike can have', ({ photos }) => photos.length === photoLimits.perBike],
    [1, 'with a story as long as stories can be', ({ story }) => story.length > 9_500],
    [1, 'with a story that runs from right to left', ({ story }) => /^\p{Script=Arabic}/mu.test(story)],
    [1, 'with an apostrophe', ({ model }) => model === "Guv'nor"],
    [20, 'whose price everybody may know', ({ priceMinor, pricePublic }) => priceMinor !== null && pricePublic],
    [20, 'whose price nobody may know', ({ priceMinor, pricePublic }) => priceMinor !== null && !pricePublic],
    [1, 'that were sold', ({ ownership }) => ownership === 'Sold'],
    [1, 'that are ridden no more', ({ ownership }) => ownership === 'Retired'],
    [1, 'that were stolen', ({ ownership, registryUrl }) => ownership === 'Stolen' && registryUrl !== ''],
    [1, 'that are not complete', ({ buildState }) => buildState === 'Project (in progress)'],
  ])('%i bikes and more %s', (min, _, fits) => {
    expect(count(fits)).toBeGreaterThanOrEqual(min);
  });

  test.each(['Cervélo', 'Riese & Müller', 'Motobécane'])('bikes by %s', (brand) => {
    expect(brandNames).toContain(brand);
  });
});

test('there are bikes of every status, with a reason where moderators decided, and of none that is a draft anything is said', () => {
  const availabilities = bikes.map(({ availability }) => availability);
  expect(new Set(availabilities.map(({ status }) => status))).toEqual(new Set(bikeStatuses));
  for (const { id, availability, publishedAt } of bikes) {
    const judged = availability.status === 'Flagged' || availability.status === 'Removed';
    expect(availability.reason !== '').toBe(judged);
    expect(availability.since >= publishedAt && availability.since <= start.toISOString()).toBe(true);
    if (availability.status === 'Draft') {
      expect(likesOf(id)).toBe(0);
      expect(comments.some(({ bikeId }) => bikeId === id)).toBe(false);
    }
  }
});

test('each bike has six to fourteen parts, none of gears that it lacks, and of motors where there is one', () => {
  for (const { model, components, rearGear, drivetrain } of bikes) {
    expect(components.length, model).toBeGreaterThanOrEqual(6);
    expect(components.length, model).toBeLessThanOrEqual(14);
    const slots = components.map(({ slot }) => slot);
    if (drivetrain === '1x') expect(slots, model).not.toContain('Front derailleur');
    if (/^(Internal|Gearbox)/.test(rearGear)) expect(slots, model).not.toContain('Cassette / Cog');
    expect(slots.includes('Motor'), model).toBe(drivetrain === 'E-Bike');
  }
});

test('old bikes stop by their rims', () => {
  const since = { Road: 2010, Cyclocross: 2010, Touring: 2010, 'Cross Country': 2000, Downhill: 2000, Freeride: 2000 };
  const old = bikes.filter(({ category, year }) => (year ?? 9999) < (since as Record<string, number>)[category]!);
  expect(old.length).toBeGreaterThan(12);
  for (const { model, brakeType } of old) expect(brakeType, model).toMatch(/^Rim/);
});

test('bikes come newest first: the first an hour old, the last over a year', () => {
  const ages = bikes.map((bike) => (start.getTime() - Date.parse(bike.publishedAt)) / 3_600_000);
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  expect(ages[0]).toBeCloseTo(1);
  expect(ages.at(-1)).toBeGreaterThan(365 * 24);
});

test('nothing is said or liked before the bike was there, or in the future', () => {
  const published = new Map(bikes.map((bike) => [bike.id, bike.publishedAt]));
  const said = comments.map((one) => ({ bikeId: one.bikeId, at: one.addedAt }));
  const liked = likes.map((one) => ({ bikeId: one.bikeId, at: one.likedAt }));
  for (const { bikeId, at } of [...said, ...liked]) {
    expect(at >= (published.get(bikeId) ?? '9')).toBe(true);
    expect(at <= start.toISOString()).toBe(true);
  }
  for (const member of members) expect(member.joinedAt < (bikes.at(-1)?.publishedAt ?? '')).toBe(true);
});

test('nobody likes a bike twice or their own, and one bike is liked most', () => {
  const owners = new Map(bikes.map((bike) => [bike.id, bike.ownerId]));
  for (const like of likes) expect(owners.get(like.bikeId)).not.toBe(like.memberId);
  expect(new Set(likes.map((like) => like.bikeId + like.memberId)).size).toBe(likes.length);
  const [first = 0, second = 0] = bikes.map((bike) => likesOf(bike.id)).toSorted((a, b) => b - a);
  expect(first).toBeGreaterThan(second);
});

test('everybody keeps bikes of others in folders that are there, none twice, and none before it was there', () => {
  const owners = new Map(bikes.map((bike) => [bike.id, bike]));
  expect(folders.length).toBeGreaterThan(20);
  expect(favorites.length).toBeGreaterThan(150);
  expect(new Set(favorites.map((one) => one.bikeId + one.memberId)).size).toBe(favorites.length);
  for (const { bikeId, memberId, folderIds, addedAt } of favorites) {
    const bike = owners.get(bikeId);
    expect(bike?.ownerId).not.toBe(memberId);
    expect(addedAt >= (bike?.publishedAt ?? '9') && addedAt <= start.toISOString()).toBe(true);
    const theirs = folders.filter((folder) => folder.memberId === memberId).map(({ id }) => id);
    expect([memberId, ...theirs]).toEqual(expect.arrayContaining(folderIds));
    expect(folderIds.length).toBeGreaterThan(0);
  }
});

test('conversations do not repeat themselves', () => {
  expect(comments.length).toBeGreaterThan(800);
  expect(comments.length).toBeLessThan(1000);
  const received = Map.groupBy(comments, ({ text }) => text);
  expect(Math.max(...[...received.values()].map((all) => all.length))).toBeLessThanOrEqual(2);
  expect(comments.map((one) => one.addedAt)).toEqual(comments.map((one) => one.addedAt).toSorted());
  for (const bike of bikes) {
    const texts = comments.filter((one) => one.bikeId === bike.id).map((one) => one.text);
    expect(new Set(texts).size, bike.model).toBe(texts.length);
    expect(texts.join()).not.toMatch(/[{}]/);
  }
});

test('neighbours in the list differ in color and in scene', () => {
  for (const [i, bike] of listed.entries()) {
    const before = listed[i - 1];
    if (!before) continue;
    expect(bike.colors[0], bike.model).not.toBe(before.colors[0]);
    const scenes = listed.slice(Math.max(0, i - 3), i).map((one) => one.photos[0]?.drawing.spec.scene);
    expect(scenes, bike.model).not.toContain(bike.photos[0]?.drawing.spec.scene);
  }
});

test('every bike opens with the whole bike, most with its drive side', () => {
  const opening = bikes.map((bike) => bike.photos[0]?.kind);
  expect(opening.filter((kind) => kind === 'Drive side').length).toBeGreaterThan(bikes.length * 0.6);
  for (const bike of bikes) {
    expect(['Drive side', 'Non-drive side', 'In use'], bike.model).toContain(bike.photos[0]?.kind);
    expect(bike.photos.length).toBeGreaterThanOrEqual(2);
    if (bike !== traveller) expect(bike.photos.length).toBeLessThanOrEqual(6);
  }
});

test('one bike has as many photos as a bike can show, of other places, other years and the days of its history', () => {
  const { photos, history } = traveller;
  expect(photos).toHaveLength(photoLimits.perBike);
  expect(new Set(photos.map(({ thumbhash }) => thumbhash)).size).toBe(photos.length);
  expect(new Set(photos.map(({ drawing }) => drawing.spec.scene)).size).toBeGreaterThan(10);
  expect(new Set(photos.map(({ takenYear }) => takenYear)).size).toBeGreaterThan(5);
  const dated = history.flatMap(({ photoIds, date }) => photoIds.map((id) => ({ id, year: Number(date.slice(0, 4)) })));
  expect(dated.length).toBeGreaterThan(6);
  for (const { id, year } of dated) expect(photos.find((photo) => photo.id === id)?.takenYear).toBe(year);
});

test('a hundred comments stand under one bike', () => {
  const under = bikes.map((bike) => comments.filter((comment) => comment.bikeId === bike.id).length);
  expect(Math.max(...under)).toBeGreaterThanOrEqual(100);
});
