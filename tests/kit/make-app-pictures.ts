// Writes the manifest's shortcut icons and, from the demo, its screenshots: npm run app:pictures
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { appScreenSizes, appScreens } from '#api/build/web-manifest.ts';
import { searchPage } from '#contract/pages.ts';
import { Device } from './browser.ts';
import { Site } from './site.ts';

const folder = join(import.meta.dirname, '../../public/app');
mkdirSync(folder, { recursive: true });

/** Shapes of lucide's icons of the same names, as in the header and the account menu. */
const shapes = {
  add: '<path d="M5 12h14M12 5v14"/>',
  search: '<circle cx="11" cy="11" r="8"/><path d="m21 21-4.34-4.34"/>',
  messages: '<path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7"/><rect x="2" y="4" width="20" height="16" rx="2"/>',
};
for (const [name, shape] of Object.entries(shapes)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><circle cx="48" cy="48" r="48" fill="#f6c41c"/><g transform="translate(22 22) scale(2.1667)" fill="none" stroke="#14191d" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shape}</g></svg>`;
  writeFileSync(join(folder, `${name}.png`), await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer());
}

const site = await Site.start({ demo: 'new' });
// With a profile, so that it has a browser of its own, which ends with it.
const device = await Device.open(site.origin, { profile: true });
const go: Record<(typeof appScreens)[number], (page: Page) => Promise<unknown>> = {
  home: (page) => page.goto(`${site.origin}/`),
  bike: async (page) => {
    await page.goto(`${site.origin}/`);
    const bike = await page.locator('article a[href^="/bike/"]').first().getAttribute('href');
    await page.goto(site.origin + (bike ?? ''));
  },
  search: (page) => page.goto(site.origin + searchPage()),
};
try {
  const page = await device.page('/');
  await page.getByRole('button', { name: 'OK' }).click();
  const cdp = await device.context.newCDPSession(page);
  for (const [factor, { width, height, scale }] of Object.entries(appScreenSizes)) {
    const metrics = { width, height, deviceScaleFactor: scale, mobile: false };
    await cdp.send('Emulation.setDeviceMetricsOverride', metrics);
    for (const name of appScreens) {
      await go[name](page);
      await page.waitForLoadState('networkidle');
      // Playwright's own has one pixel for each CSS pixel.
      const { data } = await cdp.send('Page.captureScreenshot');
      const picture = Buffer.from(data, 'base64');
      const file = join(folder, `${name}-${factor}.jpg`);
      writeFileSync(file, await sharp(picture).jpeg({ quality: 60, mozjpeg: true }).toBuffer());
    }
  }
} finally {
  await device.close();
  await site.close();
}
