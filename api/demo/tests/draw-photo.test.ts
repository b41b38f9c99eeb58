/** @module-tag nightly */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { castBikes } from '../cast.ts';
import { demoCommunity } from '../community.ts';
import { drawingSize, drawPhoto } from '../draw-photo.ts';
import { placeholderOf } from '../placeholder.ts';

const drawings = castBikes().flatMap((bike) => bike.drawings);

test('a photo is drawn as WebP in the width asked for', async () => {
  const drawing = drawings[0]!;
  const picture = await sharp(await drawPhoto(drawing, 320)).metadata();
  const { width, height } = drawingSize(drawing);
  expect(picture.format).toBe('webp');
  expect(picture.width).toBe(320);
  expect(picture.height).toBe(Math.round((320 * height) / width));
});

test('a portrait is never drawn larger than its largest', async () => {
  const portrait = drawings.find((drawing) => drawing.aspect === '4:5')!;
  const picture = await sharp(await drawPhoto(portrait, 2048)).metadata();
  expect({ width: picture.width, height: picture.height }).toEqual(drawingSize(portrait));
});

test('a thumbnail weighs little', async () => {
  for (const drawing of drawings.slice(0, 8)) expect((await drawPhoto(drawing, 320)).length).toBeLessThan(10_000);
});

test('the stored placeholders are those of the drawings', async () => {
  const photos = demoCommunity(new Date('2026-01-01T00:00:00Z')).bikes.flatMap((bike) => bike.photos);
  const sample = photos.filter((_, i) => i % Math.ceil(photos.length / 5) === 0);
  for (const photo of sample) expect(await placeholderOf(photo.drawing)).toBe(photo.thumbhash);
});

const { members } = demoCommunity(new Date('2026-01-01T00:00:00Z'));

test.each([
  ['avatar', 160, 160, 5_000],
  ['banner', 640, 213, 15_000],
] as const)(
  "each member's %s is drawn in the shape of its kind, weighs little and is like no other",
  async (type, width, height, max) => {
    const drawn: string[] = [];
    for (const member of members) {
      const picture = member[type];
      if (!picture) continue;
      const bytes = await drawPhoto(picture.drawing, width);
      expect(await sharp(bytes).metadata(), member.username).toMatchObject({ format: 'webp', width, height });
      expect(bytes.length, member.username).toBeLessThan(max);
      drawn.push(bytes.toString('base64'));
    }
    expect(new Set(drawn).size).toBe(drawn.length);
  },
);
