/** @module-tag nightly */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { guidePicture, guidePictureSize, guideRules, guideSides } from '#contract/photo-guide.ts';
import { guidePictureFile } from '../guide/guide-pictures.ts';

const fileOf = (path: string) => readFile(join(import.meta.dirname, '../../../public', path));
/** Scaled down so far that the encoder's version does not matter. */
const small = async (picture: Buffer) => sharp(picture).resize(90, 60).removeAlpha().raw().toBuffer();
const difference = (one: Buffer, other: Buffer): number =>
  one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length;

test.each(guideRules)('the stored pictures of %s are those that are drawn, and show two things', async (rule) => {
  const stored = await Promise.all(guideSides.map((side) => fileOf(guidePicture(rule, side))));
  for (const [at, side] of guideSides.entries()) {
    const { width, height } = await sharp(stored[at]).metadata();
    expect({ width, height }).toEqual(guidePictureSize);
    expect(difference(await small(stored[at] as Buffer), await small(await guidePictureFile(rule, side)))).toBeLessThan(
      1,
    );
  }
  const [right, wrong] = await Promise.all(stored.map(small));
  expect(difference(right as Buffer, wrong as Buffer)).toBeGreaterThan(0.3);
});
