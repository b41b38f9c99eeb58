import { afterAll, beforeAll, expect, test } from 'vitest';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { strangersBike } from '#tests/kit/stored-data.ts';

let site: Site;
let bike: string;
beforeAll(async () => {
  site = await Site.start();
  bike = await strangersBike(site, 'Cross-Check');
});
afterAll(() => site?.close());

/** Sets a page's clock three hours ahead. */
function turnAhead(): void {
  const Real = Date;
  const ahead = 3 * 3_600_000;
  window.Date = class extends Real {
    constructor(...args: [] | [number | string | Date]) {
      super(args[0] ?? Real.now() + ahead);
    }
    static override now(): number {
      return Real.now() + ahead;
    }
  } as DateConstructor;
}

test("times follow the site's clock on a device whose clock is three hours ahead", async () => {
  const rider = await Rider.join(site, 'ana', { init: turnAhead });
  const { page } = rider;
  const posted = (text: string) => rider.main.getByRole('listitem').filter({ hasText: text });
  await rider.go(bike);
  await rider.comment('Sent.');
  await posted('Sent.').getByText('Just now').waitFor();
  await page.reload();
  await posted('Sent.').getByText('Just now').waitFor();
  await rider.device.context.setOffline(true);
  await rider.comment('Waiting.');
  await page.getByRole('link', { name: 'See them' }).click();
  await posted('Waiting.').getByText('Written just now.').waitFor();
  expect(await rider.main.innerText()).not.toMatch(/ h ago/);
  await rider.close();
});
