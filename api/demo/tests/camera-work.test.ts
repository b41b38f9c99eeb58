import { expect, test } from 'vitest';
import { castBikes, favorite } from '../cast.ts';
import { viewed } from '../illustrator/camera.ts';

const bikes = castBikes();
const listed = bikes.filter(({ availability }) => availability === null);
const covers = listed.flatMap(({ drawings }) => drawings.slice(0, 1));
const photos = bikes.flatMap(({ drawings }) => drawings);
const scenesOf = (list: typeof covers) => new Set(list.map(({ spec }) => spec.scene));

test('any 24 neighbors look like the photographs of many people', () => {
  for (let n = 0; n + 24 <= covers.length; n += 12) {
    const grid = covers.slice(n, n + 24);
    expect(scenesOf(grid).size, `from ${n}`).toBeGreaterThanOrEqual(13);
    expect(new Set(grid.map(({ kind }) => kind)).size, `from ${n}`).toBeGreaterThanOrEqual(2);
    expect(new Set(grid.map(({ grade }) => grade)).size, `from ${n}`).toBeGreaterThanOrEqual(4);
    const held = grid.flatMap(({ camera }) => camera ?? []);
    expect(new Set(held.map(({ zoom }) => Math.round(zoom * 20))).size, `from ${n}`).toBeGreaterThanOrEqual(4);
    expect(
      held.some(({ aside, x }) => aside !== 0 || x !== 0),
      `from ${n}`,
    ).toBe(true);
  }
  expect(scenesOf(covers).size).toBeGreaterThanOrEqual(28);
  for (const [i, { spec }] of covers.entries()) expect(spec.scene, `${i}`).not.toBe(covers[i - 1]?.spec.scene);
});

test('covers show a whole bike, ridden or not, and the most liked one stands straight', () => {
  for (const { kind } of covers) expect(['Drive side', 'Non-drive side', 'In use']).toContain(kind);
  const first = listed.find(({ seed }) => seed === favorite)?.drawings[0];
  expect(first).toMatchObject({ kind: 'Drive side' });
  expect(first?.camera).toBeUndefined();
});

test('no camera shows what is beside the canvas', () => {
  const [W, H] = [1600, 1067];
  const place = { W, H, ground: 900, cx: 800, half: 500, shadow: '#000000' };
  const numbers =
    /translate\(([-\d.]+) ([-\d.]+)\) rotate\(([-\d.]+)\) scale\(([-\d.]+)\) translate\(([-\d.]+) ([-\d.]+)\)/;
  for (const { camera, seed } of photos) {
    if (!camera) continue;
    const found = numbers.exec(viewed('<g/>', camera, place));
    if (!found) continue;
    const [x = 0, y = 0, roll = 0, scale = 1, dx = 0, dy = 0] = found.slice(1).map(Number);
    const angle = (-roll * Math.PI) / 180;
    for (const [px, py] of [
      [0, 0],
      [W, 0],
      [0, H],
      [W, H],
    ] as const) {
      const [ux, uy] = [px - x, py - y];
      const at = [
        (ux * Math.cos(angle) - uy * Math.sin(angle)) / scale - dx,
        (ux * Math.sin(angle) + uy * Math.cos(angle)) / scale - dy,
      ] as const;
      expect(at[0] >= -6 && at[0] <= W + 6 && at[1] >= -6 && at[1] <= H + 6, `${seed}: ${at}`).toBe(true);
    }
  }
});
