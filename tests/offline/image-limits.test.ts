import { expect, test } from 'vitest';
import { pageWidth } from '#src/storage/image-caches.ts';
import { overflowOf } from '../../sw/image-cache.ts';

const image = (name: string, bytes: number, usedAt: number) => ({
  url: name,
  photoId: name,
  width: 320,
  bytes,
  usedAt,
});

test('nothing is evicted below the limit', () => {
  expect(overflowOf([image('a', 50, 1), image('b', 50, 2)], 100)).toEqual([]);
});

test('beyond the limit the least recently seen pictures are evicted, until a tenth is free', () => {
  const cached = [image('new', 40, 3), image('old', 40, 1), image('middle', 40, 2)];
  expect(overflowOf(cached, 100).map((one) => one.url)).toEqual(['old']);
  expect(overflowOf(cached, 80).map((one) => one.url)).toEqual(['old', 'middle']);
});

test.each([
  [360, 1.5, 640],
  [390, 2, 960],
  [390, 3, 1280],
  [1280, 1, 960],
  [1280, 2, 1280],
])(
  'a screen of %d CSS pixels with %d device pixels each keeps photos of %d pixels',
  (innerWidth, devicePixelRatio, width) => {
    expect(pageWidth({ innerWidth, devicePixelRatio })).toBe(width);
  },
);
