import { afterAll, beforeAll, expect, test } from 'vitest';
import { editBikePage } from '#contract/pages.ts';
import { screens } from '#src/app/screens.ts';
import { desktop, phone as phoneSize } from '#tests/kit/browser.ts';
import type { Engine } from '#tests/kit/engines/engine.ts';
import { inEachEngine } from '#tests/kit/engines/engines.ts';
import { dialogFaults, pageFaults } from '#tests/kit/engines/layout-faults.ts';
import { Phone } from '#tests/kit/engines/phone.ts';
import type { Tab } from '#tests/kit/engines/tab.ts';
import { giveBike } from '#tests/kit/established.ts';
import { publicAddresses } from '#tests/kit/public-screens.ts';
import { riderPassword } from '#tests/kit/rider.ts';
import { fullBike, fullMember, removedBike } from '#tests/kit/sample-items.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';

/** The faults that are there for more than two seconds. */
async function untilNone(look: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + 2_000;
  for (;;) {
    const faults = await look();
    if (!faults.length || performance.now() > end) return faults;
  }
}

const sizes = [phoneSize, desktop];

/** Runs in a page: whether a section of home begins at the top of the window, below the header. */
function isBelowHeader(name: string): boolean {
  const heading = [...document.querySelectorAll('main h2')].find(({ textContent }) => textContent === name);
  const { top } = heading?.getBoundingClientRect() ?? {};
  const { bottom } = document.querySelector('header')?.getBoundingClientRect() ?? {};
  return top !== undefined && bottom !== undefined && top >= bottom - 1 && top < bottom + 100;
}

/** Runs in a page: how far the dot of an unread message reaches into its button, as a share. @param percent text size */
function dotReach(percent: number): number {
  document.documentElement.style.fontSize = `${percent}%`;
  const button = document.querySelector('button[aria-label*="unread message"]');
  if (!button) throw new Error('No message is unread.');
  const { right, width } = getComputedStyle(button, '::after');
  const reach = (Number.parseFloat(right) + Number.parseFloat(width)) / button.clientWidth;
  document.documentElement.style.removeProperty('font-size');
  return reach;
}

function layout(engine: Engine): void {
  let site: Site;
  let phone: Phone;
  let tab: Tab;
  let bike: string;
  let ownBike: string;
  let anaId: string;
  let addresses: string[];

  beforeAll(async () => {
    site = await Site.start({ demo: true });
    const db = await site.db();
    bike = await fullBike(db);
    addresses = [...publicAddresses, bike, await removedBike(db), await fullMember(db)];
    await joinSite(site, 'ana');
    const ana = await db.collection('users').findOne({ username: 'ana' });
    anaId = String(ana?._id);
    ownBike = await giveBike(db, anaId, 'ana');
    phone = await Phone.start(engine, site.origin);
    tab = await phone.newTab('/');
    await tab.click('OK');
  });
  afterAll(async () => {
    await phone?.close();
    await site?.close();
  });

  /** Waits until the page is hydrated and shows what it has loaded. */
  async function hydrated(): Promise<void> {
    await tab.becomes('The page is hydrated', async () => {
      await document.fonts.ready;
      const menu = document.querySelector('[aria-label="Main menu"], [aria-expanded]');
      return menu?.getAttribute('aria-expanded') === 'false' && !document.querySelector('main [aria-label="Loading"]');
    });
  }

  async function assertSound(paths: readonly string[]): Promise<void> {
    const faults: Record<string, string[]> = {};
    for (const path of paths) {
      await tab.open(path);
      await hydrated();
      for (const size of sizes) {
        await tab.resize(size);
        // A resized page renders again.
        const found = await untilNone(() => tab.evaluate(pageFaults));
        if (found.length) faults[`${path} at ${size.width}`] = found;
      }
    }
    expect(faults).toEqual({});
  }

  test('no public screen is too wide, and no heading is on its rule, at 390 and 1280 pixels', async () => {
    await assertSound(addresses);
  });

  test('at 200 % text the dot of an unread message hides no more of the initials, at 390 and 1280 pixels', async () => {
    await tab.open('/account/login');
    await tab.type('Username or e-mail', 'ana');
    await tab.type('Password', riderPassword);
    await tab.click('Log In', 'main button');
    // The sample community welcomes a new member.
    await tab.becomes('News', () => document.querySelector('button[aria-label="Account, 1 unread message"]') !== null);
    for (const size of sizes) {
      await tab.resize(size);
      const usual = await tab.evaluate(dotReach, 100);
      expect(usual).toBeLessThan(0.4);
      expect(await tab.evaluate(dotReach, 200)).toBeCloseTo(usual, 1);
    }
  });

  test("no member's screen is too wide, and no heading is on its rule, at 390 and 1280 pixels", async () => {
    const own = screens.filter(({ member }) => member).map(({ path }) => path);
    const closed = own.map((path) => (path.includes(':') ? editBikePage(ownBike) : path));
    await assertSound(closed);
  });

  test('the main menu leads to the parts of home, at 390 and 1280 pixels', async () => {
    for (const size of sizes) {
      await tab.open('/faq');
      await tab.resize(size);
      await hydrated();
      for (const part of ['Random', 'Winners']) {
        await tab.click('Main menu');
        await tab.click(part, 'nav[aria-label="Main menu"] a');
        await tab.becomes(`${part} begins below the header`, isBelowHeader, part);
        await tab.becomes('No menu', () => document.querySelector('nav[aria-label="Main menu"]') === null);
      }
    }
  });

  test('no dialog is taller than its content, and each fits the window, at 390 and 1280 pixels', async () => {
    await tab.open(bike);
    await tab.click('Favorite');
    await tab.shows('In favorites');
    // It is shown before it is stored.
    const favorites = (await site.db()).collection('favorites');
    await until(async () => expect(await favorites.countDocuments({ userId: anaId })).toBe(1));
    const faults: Record<string, string[]> = {};
    for (const size of sizes) {
      await tab.resize(size);
      /** Opens a dialog with this button, and closes it. */
      const look = async (button: string | RegExp) => {
        await tab.click(button);
        await tab.becomes('A dialog', () => document.querySelector('dialog[open]') !== null);
        const found = await untilNone(() => tab.evaluate(dialogFaults));
        if (found.length) faults[`${button} at ${size.width}`] = found;
        await tab.click(/^(?:Close|Cancel|Done)$/, 'dialog button');
        await tab.becomes('No dialog', () => document.querySelector('dialog[open]') === null);
      };
      await tab.open('/user/favorites');
      await look('New folder');
      await tab.open(bike);
      await tab.shows('Comments');
      await look('In favorites');
      await look('Flag this bike');
      await look(/^Likes: /);
      if (size === phoneSize) {
        await tab.open('/bike/search?keywords=gravel');
        await look(/^Filters/);
      }
    }
    expect(faults).toEqual({});
  });
}

await inEachEngine('the layout', layout);
