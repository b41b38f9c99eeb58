import { rgbaToThumbHash } from 'thumbhash';
import { expect, test } from 'vitest';
import { photoBackground } from '#contract/photo-paths.ts';
import { blurOf, tintOf } from '#src/ui/thumbhash.ts';

/** A thumbhash of one color, as an older version stored it for a transparent photo. */
function hashOf(red: number, green: number, blue: number, alpha: number): string {
  const pixels = new Uint8Array(16 * 16 * 4).map((_, at) => [red, green, blue, alpha][at % 4] ?? 0);
  return btoa(String.fromCharCode(...rgbaToThumbHash(16, 16, pixels)));
}

test('a photo stored transparent has the neutral background behind it, and no blur', () => {
  const purple = hashOf(128, 0, 128, 100);
  expect([tintOf(purple), blurOf(purple)]).toEqual([photoBackground, undefined]);
  const opaque = hashOf(128, 0, 128, 255);
  expect(tintOf(opaque)).toMatch(/^rgb\(1\d\d \d+ 1\d\d\)$/);
  expect(blurOf(opaque)).toMatch(/^data:image\/png;base64,/);
});
