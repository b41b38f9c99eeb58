import { mkdirSync } from 'node:fs';
import { newId } from '#contract/ids.ts';
import { changeMaintenance, changeSite, publishAnnouncement } from '#contract/site.ts';
import { chromium } from 'playwright-core';
import { Site } from './site.ts';
import { joinSite } from './site-member.ts';

const out = '/tmp/shots-d';
mkdirSync(out, { recursive: true });
const site = await Site.start({ demo: 'new' });
try {
  const operator = await joinSite(site, 'otto');
  await (await site.db()).collection('users').updateOne({ username: 'otto' }, { $set: { operator: true } });
  const args = '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(' ');
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
  const widths = [390, 768, 1280];
  async function shoot(name: string, path: string, { member = false, full = false, act }: { member?: boolean; full?: boolean; act?: (page: import('playwright-core').Page) => Promise<void> } = {}) {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of widths) {
        const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme, serviceWorkers: 'block' });
        await context.addInitScript(() => localStorage.setItem('cookie-consent', 'true'));
        if (member) await context.addCookies([...operator.cookies].map(([name, value]) => ({ name, value, url: site.origin })));
        const page = await context.newPage();
        page.on('pageerror', (e) => console.log(name, width, 'ERROR', e.message));
        page.on('console', (m) => m.type() === 'error' && console.log(name, width, m.text()));
        await page.goto(site.origin + path);
        await page.waitForTimeout(2500);
        await act?.(page);
        await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png`, fullPage: full });
        const cookies = await context.cookies();
        if (member) for (const { name, value } of cookies) operator.cookies.set(name, value);
        await context.close();
      }
  }
  await operator.call(publishAnnouncement, { body: { id: newId(), text: 'We ride on Sunday at ten from the old bridge. Bring lights, a spare tube and a friend.', link: '/faq' } });
  await shoot('announcement-home', '/');
  await shoot('moderation', '/moderation', { member: true, full: true, act: async (page) => {
    for (const summary of await page.locator('#main summary').all()) await summary.click();
    await page.getByLabel('A new one in its place').fill('We have a new server.').catch(() => undefined);
    await page.waitForTimeout(400);
  } });
  await operator.call(changeSite, { body: { name: 'Bicycle Club Basel', color: '#7ad0ff', rules: 'Be kind. There is a person behind every bike.\n\nWhat we do not want here:\n\n- Cars\n- Adverts\n- Stolen bikes' } });
  await shoot('named-rules', '/help/content-policy');
  await shoot('named-home', '/');
  await operator.call(changeMaintenance, { body: { on: true, text: 'We are moving to a larger server, until noon.' } });
  await shoot('maintenance-visitor', '/about');
  await shoot('maintenance-member', '/user/outbox', { member: true });
  await browser.close();
} finally {
  await site.close();
}
