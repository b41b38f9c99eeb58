import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptPush } from '#api/features/push/push.encryption.ts';
import { addComment } from '#contract/comments.ts';
import { newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { preferencesPage } from '#contract/pages.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { goodPassword } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { inEachEngine } from '#tests/kit/engines/engines.ts';
import { firefox, firefoxWith } from '#tests/kit/engines/firefox.ts';
import { Phone } from '#tests/kit/engines/phone.ts';
import { PushService } from '#tests/kit/engines/push-service.ts';
import type { Tab } from '#tests/kit/engines/tab.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';

function pushes(): void {
  let service: PushService;
  let site: Site;
  let phone: Phone;
  let tab: Tab;
  let ben: TestBrowser;
  let bikeId: string;

  beforeAll(async () => {
    service = await PushService.open();
    site = await Site.start();
    bikeId = await publishBike(await joinSite(site, 'ana'));
    ben = await joinSite(site, 'ben');
    phone = await Phone.start(firefoxWith(service.settings), site.origin);
  });
  afterAll(async () => {
    await phone?.close();
    await site?.close();
    await service?.close();
  });

  /** The notifications on the screen. */
  const shown = () =>
    tab.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (await registration?.getNotifications())?.map(({ title }) => title);
    });

  test('the switch subscribes at the push service, and a push to a closed page shows one notification', async () => {
    tab = await phone.newTab('/account/login');
    await tab.click('OK');
    await tab.type('Username or e-mail', 'ana');
    await tab.type('Password', goodPassword);
    await tab.click('Log In', 'main button');
    await tab.becomes('The account', () => document.querySelector('button[aria-label^=Account]') !== null);
    await tab.open(preferencesPage());
    await tab.becomes('The worker', () => navigator.serviceWorker.controller !== null);
    await tab.click('Notifications on this device', 'input[type=checkbox]');
    await tab.shows('even while Headbadge is closed');
    const device = await (await site.db()).collection('pushDevices').findOne({});
    if (!device) throw new Error('The server does not know the device.');
    const { endpoint, p256dh, auth, userId } = device;
    const payload = Buffer.from(JSON.stringify({ member: userId }));

    await tab.open('/robots.txt');
    await ben.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Nice rack.' } });
    const send = async () => {
      const version = service.deliver(endpoint, encryptPush(payload, { p256dh, auth }));
      await until(async () => expect(service.confirmed.get(version)).toBe(100), 30_000);
    };
    await send();
    const sentence = 'ben commented on your 2021 Surly Midnight Special';
    await until(async () => expect(await shown()).toEqual([sentence]), 30_000);
    // A push without news shows nothing new; the next one shows its own news.
    await send();
    await ben.call(likeBike, { params: { bikeId } });
    const alerts = (await site.db()).collection('alerts');
    await until(async () => expect(await alerts.countDocuments({ type: 'like' })).toBe(1));
    await send();
    await until(async () => expect(await shown()).toEqual([sentence, 'ben likes your 2021 Surly Midnight Special']));
    expect(service.failures).toEqual([]);
  });
}

await inEachEngine('pushes', pushes, [firefox]);
