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

  test("the same is true of a member's screens", async () => {
    await tab.open('/account/login');
    await tab.type('Username or e-mail', 'ana');
    await tab.type('Password', riderPassword);
    await tab.click('Log In', 'main button');
    await tab.becomes('The account', () => document.querySelector('button[aria-label^=Account]') !== null);
    const own = screens.filter(({ member }) => member).map(({ path }) => path);
    const closed = own.map((path) => (path.includes(':') ? editBikePage(ownBike) : path));
    await assertSound(closed);
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
