// Writes the photo guide's pictures, which the build includes: node api/demo/make-guide.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guidePicture, guideRules, guideSides } from '#contract/photo-guide.ts';
import { guidePictureFile } from './guide/guide-pictures.ts';

const folder = join(import.meta.dirname, '../../public');
for (const rule of guideRules) {
  for (const side of guideSides) {
    const file = join(folder, guidePicture(rule, side));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await guidePictureFile(rule, side));
  }
}
