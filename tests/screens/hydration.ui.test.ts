import { rm } from 'node:fs/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { desktop, launchBrowser, phone } from '#tests/kit/browser.ts';
import { buildForDevelopment } from '#tests/kit/development-page.ts';
import { publicAddresses } from '#tests/kit/public-screens.ts';
import { Site } from '#tests/kit/site.ts';
import { byFont, takenOver, unseen, watchTakingOver } from '#tests/kit/taken-over.ts';
import { removedBike, toldBike, toldMember } from '#tests/kit/told-bike.ts';

let build: string;
let site: Site;
let browser: Browser;
let addresses: string[];
beforeAll(async () => {
  build = await buildForDevelopment();
  site = await Site.start({ demo: true, page: build });
  const db = await site.db();
  addresses = [...publicAddresses, await toldBike(db), await removedBike(db), await toldMember(db)];
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(build, { recursive: true, force: true });
});

const day = { colorScheme: 'light' } as const;
const night = { colorScheme: 'dark' } as const;
const hand = { viewport: phone, hasTouch: true, isMobile: true };
const desk = { viewport: desktop };
const visitors: BrowserContextOptions[] = [
  { timezoneId: 'Pacific/Kiritimati', locale: 'en-US', ...day, ...hand },
  { timezoneId: 'America/Los_Angeles', locale: 'ar-EG', ...night, ...desk },
  { timezoneId: 'Asia/Kolkata', locale: 'ar-EG', ...night, ...hand },
  { timezoneId: 'UTC', locale: 'en-US', ...day, ...desk },
];
const atOnce = 4;

test.each(visitors)(
  'React takes every public screen over without a word, and nothing changes or moves: $timezoneId, $locale, $colorScheme',
  async (visitor) => {
    const context = await browser.newContext(visitor);
    await watchTakingOver(context);
    const left = [...addresses];
    const wrong: unknown[] = [];
    const visit = async () => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        const { printed, words, moved, movedByFont, moves } = await takenOver(context, site.origin + path);
        if (printed.length > 0 || words.length !== 1 || moved > unseen || movedByFont > byFont)
          wrong.push({ path, printed, words, moved, movedByFont, moves });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, visit));
    await context.close();
    expect(wrong).toEqual([]);
  },
);
