import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Area, cropOf, maxOf, movedBy, type Shape, wholeOf, widened } from '#src/features/profile/crop.ts';

const banner: Shape = { photo: { width: 1600, height: 1200 }, ratio: 3, min: 640 };
const avatar: Shape = { photo: { width: 1600, height: 1200 }, ratio: 1, min: 160 };

test('the crop starts as large as possible, centered', () => {
  expect(cropOf(wholeOf(banner), banner)).toEqual({ x: 0, y: 333, width: 1600, height: 533 });
  expect(cropOf(wholeOf(avatar), avatar)).toEqual({ x: 200, y: 0, width: 1200, height: 1200 });
});

test('the point under the fingers stays there while the crop shrinks', () => {
  const area: Area = { x: 100, y: 100, width: 1000 };
  const at = { x: 0.25, y: 0.75 };
  const next = widened(area, 500, avatar, at);
  expect(next.width).toBe(500);
  expect([next.x + 500 * at.x, next.y + 500 * at.y]).toEqual([100 + 1000 * at.x, 100 + 1000 * at.y]);
});

test('after any change the crop is inside the photo, in its aspect ratio, and not too small', () => {
  const size = fc.integer({ min: 480, max: 2048 });
  const move = fc.record({
    right: fc.integer({ min: -3000, max: 3000 }),
    down: fc.integer({ min: -3000, max: 3000 }),
    width: fc.double({ min: 1, max: 5000, noNaN: true }),
  });
  fc.assert(
    fc.property(size, size, fc.constantFrom(1, 3), fc.array(move, { maxLength: 8 }), (width, height, ratio, moves) => {
      const shape: Shape = { photo: { width, height }, ratio, min: ratio === 1 ? 160 : 640 };
      fc.pre(maxOf(shape) >= shape.min);
      let area = wholeOf(shape);
      for (const one of moves) area = widened(movedBy(area, one.right, one.down, shape), one.width, shape);
      const crop = cropOf(area, shape);
      expect(Object.values(crop).every(Number.isInteger)).toBe(true);
      expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0);
      expect(crop.x + crop.width).toBeLessThanOrEqual(width);
      expect(crop.y + crop.height).toBeLessThanOrEqual(height);
      expect(crop.width).toBeGreaterThanOrEqual(shape.min);
      expect(Math.abs(crop.width - ratio * crop.height)).toBeLessThanOrEqual(ratio);
    }),
  );
});
