import { expect, test } from 'vitest';
import { maxZoom, moved, whole } from '#src/features/bikes/page/zoom.ts';

const box = { width: 400, height: 800 };
/** Unzoomed, it is 400 by 200. */
const wide = { width: 2048, height: 1024 };
const middle = { x: 0, y: 0 };

test('the point under the fingers stays there while zooming in', () => {
  const spot = { x: 100, y: 0 };
  const once = moved(whole, spot, spot, 2, wide, box);
  expect(once).toEqual({ scale: 2, x: -100, y: 0 });
  // The point of the picture stays at its place on the screen, also where it was panned already.
  const pointAt = (view: typeof once) => (spot.x - view.x) / view.scale;
  const twice = moved(once, spot, spot, 1.5, wide, box);
  expect(pointAt(once)).toBe(100);
  expect(pointAt(twice)).toBeCloseTo(100);
});

test('two fingers that spread and move also pan the photo', () => {
  expect(moved(whole, middle, { x: 30, y: 0 }, 2, wide, box)).toEqual({ scale: 2, x: 30, y: 0 });
});

test('a zoomed photo cannot be panned out of its box, nor where it does not fill it', () => {
  const large = moved(whole, middle, middle, 2, wide, box);
  expect(moved(large, middle, { x: 5_000, y: 5_000 }, 1, wide, box)).toEqual({ scale: 2, x: 200, y: 0 });
  expect(moved(large, middle, { x: -5_000, y: 0 }, 1, wide, box)).toEqual({ scale: 2, x: -200, y: 0 });
  // Zoomed four times it is as high as the box.
  expect(moved(whole, middle, { x: 0, y: 90 }, 4, wide, box).y).toBe(0);
  expect(moved(whole, middle, { x: 0, y: 90 }, 4, { width: 1, height: 1 }, box).y).toBe(90);
});

test('the smallest zoom shows the whole photo, centered', () => {
  const panned = moved(whole, { x: 150, y: 0 }, { x: 150, y: 0 }, 3, wide, box);
  expect(panned.x).not.toBe(0);
  expect(moved(panned, middle, { x: 400, y: 90 }, 0.01, wide, box)).toEqual(whole);
});

test('zooming in stops at the maximum, at the position of the maximum', () => {
  const spot = { x: 100, y: 0 };
  const zoomed = moved(whole, spot, spot, maxZoom, wide, box);
  expect(moved(whole, spot, spot, 100, wide, box)).toEqual(zoomed);
  expect(moved(zoomed, spot, spot, 100, wide, box)).toEqual(zoomed);
});
