import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languagePathOf, type SiteLanguage, siteLanguages } from '#contract/languages.ts';
import { bikePage, messagesPage, profilePage } from '#contract/pages.ts';
import { nightly } from '#tests/run/tiers.ts';
import { goodPassword } from '../app.ts';
import { desktop } from '../browser.ts';
import { type Labels, labelsIn } from '../labels.ts';
import { LossyProxy } from '../lossy-proxy.ts';
import { cameraPhoto } from '../photos.ts';
import { Site } from '../site.ts';
import { joinSite } from '../site-member.ts';
import { arrivedOf } from '../stored-data.ts';
import { until } from '../until.ts';
import type { Engine } from './engine.ts';
import { Phone } from './phone.ts';
import type { Tab } from './tab.ts';

/** A text that is typed by keys, or its reading and the text that an input method makes of that. */
type Typed = string | readonly [reading: string, converted: string];
type Writing = { direction: 'ltr' | 'rtl'; model: Typed; story: Typed; comment: Typed; more: Typed };

const writings = {
  ja: {
    direction: 'ltr',
    model: ['てつぞう', '鉄蔵'],
    story: ['とうげをこえる', '峠を越える自転車です。'],
    comment: ['いいじてんしゃ', 'いい自転車ですね。'],
    more: ['またあした', 'また明日。'],
  },
  ar: {
    direction: 'rtl',
    model: 'جبلية 29',
    story: 'دراجة للطرق الطويلة.',
    comment: 'دراجة رائعة! هل الشوكة من Surly Disc Trucker؟',
    more: 'إلى الغد.',
  },
} as const satisfies Partial<Record<SiteLanguage, Writing>>;
type Language = keyof typeof writings;

const textOf = (typed: Typed): string => (typeof typed === 'string' ? typed : typed[1]);
/** Finds a field whose label may go on after these words. */
const startsWith = (label: string): RegExp => new RegExp(`^${RegExp.escape(label)}`, 'm');
/** The elements that are called Like or Liked. */
const choice = 'button[aria-pressed]';
const member = 'yuki';
const minute = 60_000;

/** A member without signal whose site is in Japanese, and then in Arabic. */
export function languageStory(engine: Engine): void {
  let folder: string;
  let proxy: LossyProxy;
  let site: Site;
  let phone: Phone;
  let tab: Tab;
  /** Bikes of other members with several photos. */
  let bikes: string[];
  const labels = {} as Record<Language, Labels>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headbadge-uploads-'));
    await writeFile(join(folder, 'a.jpg'), await cameraPhoto({ width: 800, height: 600, orientation: 1 }));
    proxy = await LossyProxy.open();
    site = await Site.start({ demo: true, origin: proxy.origin });
    proxy.aimAt(site.port);
    const found = await (await site.db())
      .collection('bikes')
      .find({ status: 'Active', 'photos.2': { $exists: true } })
      .limit(4)
      .toArray();
    bikes = found.map(({ _id, slug }) => bikePage(String(_id), slug));
    for (const language of ['ja', 'ar'] as const) labels[language] = await labelsIn(language);
    await joinSite(site, member);
    phone = await Phone.start(engine, site.origin);
  });
  afterAll(async () => {
    await phone?.close();
    await site?.close();
    await proxy?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const cut = () => {
    proxy.judge = () => 'refuse';
  };
  const reconnect = () => {
    proxy.judge = () => 'pass';
  };
  /** The language of the site on the phone. */
  let spoken: Language = 'ja';
  const open = (path: string): Promise<void> => tab.open(languagePathOf(spoken) + path);
  const write = (label: string, typed: Typed): Promise<void> =>
    typeof typed === 'string' ? tab.type(startsWith(label), typed) : tab.compose(startsWith(label), typed[0], typed[1]);

  /** Waits until the page is hydrated in a language, and its worker has taken over. */
  async function speaks(language: Language): Promise<void> {
    await tab.becomes(
      `The page and the worker speak ${language}`,
      (lang, dir) =>
        document.documentElement.lang === lang &&
        (document.dir || 'ltr') === dir &&
        location.pathname.split('/')[1] === lang &&
        navigator.serviceWorker.controller?.scriptURL.endsWith(`/worker-${lang}.js`) === true,
      language,
      writings[language].direction,
    );
  }

  /** Presses the link to a language at the end of the page, once the page follows it by itself. */
  async function choose(language: Language): Promise<void> {
    await tab.becomes('The script of the links', () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/follow-links')),
    );
    await tab.click(siteLanguages[language].name, '#languages a');
  }
  /** Changes the language. */
  async function change(language: Language): Promise<void> {
    await choose(language);
    await speaks(language);
    spoken = language;
  }

  /** Opens a bike and waits for its photos and comments. */
  async function openBike(path: string, say: Labels): Promise<void> {
    await open(path);
    await tab.shows(say('Comments'));
    await tab.becomes('A photo', () =>
      [...document.querySelectorAll<HTMLImageElement>('main img')].some((image) => image.naturalWidth > 300),
    );
  }

  /** Opens a bike without signal. The page goes on to move until it says that and how old the copy is. */
  async function openCached(path: string, say: Labels): Promise<void> {
    await openBike(path, say);
    await tab.shows(say('No signal.'));
    await tab.shows(new RegExp(say('Saved {0}').split('{0}').map(RegExp.escape).join('.+')));
  }

  /** Presses a button that shows its state, and waits until that is stored. */
  async function like(say: Labels): Promise<void> {
    await tab.click(say('verb\u0004Like'), choice);
    await tab.becomes(
      'The like is stored',
      () => document.querySelector('[aria-pressed=true]:not([data-storing])') !== null,
    );
  }

  async function comment(say: Labels, typed: Typed): Promise<void> {
    await write(say('Write a comment'), typed);
    // The Enter that has ended the conversion has sent nothing.
    await tab.holds(startsWith(say('Write a comment')), textOf(typed));
    await tab.click(say('Post comment'));
    await tab.shows(textOf(typed));
    await tab.holds(startsWith(say('Write a comment')), '');
    await tab.shows(say('Waiting for signal'));
  }

  /** Fills in the form for a new bike, whose parts are all on one page. */
  async function draftBike(say: Labels, { model, story }: Writing): Promise<void> {
    await open('/user/bike/add');
    await tab.shows(say('No signal.'));
    await tab.upload([join(folder, 'a.jpg')]);
    await tab.shows(say('{0} of {1}', 1, 24), minute);
    await tab.type(startsWith(say('Brand')), 'Surl');
    await tab.click(/^Surly/, '[role=option]');
    await write(say('Model'), model);
    // The Enter of a conversion is no Enter of the form.
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('model');
    await tab.holds(startsWith(say('Model')), textOf(model));
    await tab.type(startsWith(say('Year')), '2021');
    await tab.click(say('category\u0004Gravel'));
    await tab.click('1 × 11');
    await tab.click(startsWith(say('Story')), 'summary');
    await write(say('What should people know?'), story);
    await tab.shows(startsWith(say('Saved on this device, {0}', '')));
  }

  async function publish(say: Labels): Promise<void> {
    await tab.click(say('Publish'), 'main button');
    await tab.becomes('The page of the new bike', () => /\/bike\/[\da-f-]{36}\/(?!new$)/.test(location.pathname));
  }

  async function settled(say: Labels): Promise<void> {
    await open('/user/outbox');
    await tab.shows(say('Everything sent.'), 2 * minute);
  }

  async function arrived() {
    const db = await site.db();
    const user = await db.collection('users').findOne({ username: member });
    const { bikes: _, ...rest } = await arrivedOf(site, member);
    const own = await db
      .collection('bikes')
      .find({ 'owner.username': member, status: 'Active' })
      .sort({ _id: 1 })
      .toArray();
    return {
      ...rest,
      bikes: own.map(({ model, story }) => ({ model, story })),
      favorites: await db.collection('favorites').countDocuments({ userId: String(user?._id) }),
    };
  }
  const written: { bikes: object[]; comments: string[] } = { bikes: [], comments: [] };
  async function arrivedOnce(): Promise<void> {
    const { length } = written.bikes;
    const wanted = { ...written, photos: length, likes: length, favorites: length, running: 0 };
    expect(await arrived()).toEqual(wanted);
  }

  /** Everything that a member does without signal in a language, until it has arrived. */
  async function withoutSignal(language: Language, ownBikes: readonly [string, string]): Promise<void> {
    const say = labels[language];
    const texts = writings[language];
    for (const path of ownBikes) await openBike(path, say);
    await open('/user/bike/add');
    await tab.shows(say('Add photos'));
    await tab.type(startsWith(say('Brand')), 'Surl');
    await tab.becomes('The makers', () => document.querySelector('[role=option]') !== null);

    cut();
    await draftBike(say, texts);
    await openCached(ownBikes[0], say);
    await like(say);
    await tab.click(say('Favorite'));
    await tab.shows(say('In favorites'));
    await openCached(ownBikes[1], say);
    await comment(say, texts.comment);

    await phone.restart();
    tab = await phone.newTab('/', desktop);
    await speaks(language);
    // Its own home is no link from another language.
    expect(await tab.evaluate(() => location.search)).toBe('');
    expect(await tab.text()).not.toContain(say('This link was in another language.'));
    await tab.shows(say('No signal.'));
    await open(ownBikes[1]);
    await tab.shows(textOf(texts.comment));
    await open('/user/bike/add');
    await tab.click(say('Continue'));
    await tab.holds(startsWith(say('Model')), textOf(texts.model));
    await publish(say);
    await tab.shows(textOf(texts.model));
    await open('/user/outbox');
    await tab.shows(textOf(texts.comment));
    await arrivedOnce();

    reconnect();
    await settled(say);
    written.bikes.push({ model: textOf(texts.model), story: textOf(texts.story) });
    written.comments.push(textOf(texts.comment));
    await arrivedOnce();
  }

  test('a member logs in in Japanese, and the device gets the Japanese worker', async () => {
    const say = labels.ja;
    tab = await phone.newTab('/ja/account/login', desktop);
    await tab.click(say('OK'));
    await tab.type(say('Username or e-mail'), member);
    await tab.type(say('Password'), goodPassword);
    await tab.click(say('Log In'), 'main button');
    await tab.becomes('Logged in', () => location.pathname !== '/ja/account/login');
    await speaks('ja');
  });

  test('what she writes in Japanese without signal survives a restart and arrives once', async () => {
    await withoutSignal('ja', [bikes[0] ?? '', bikes[1] ?? '']);
  });

  test('without signal a change of the language is refused in a sentence, and the open draft stays', async () => {
    cut();
    await open('/user/bike/add');
    await write(labels.ja('Model'), writings.ja.more);
    await choose('ar');
    await tab.shows(labels.ja('You need signal to change the language. Try again when you have some.'));
    await tab.holds(startsWith(labels.ja('Model')), textOf(writings.ja.more));
    await speaks('ja');
    await tab.shows(startsWith(labels.ja('Saved on this device, {0}', '')));
    // The same for a link that was pressed before its script was there.
    await open('/user/bike/add?language=ar');
    await tab.shows(labels.ja('You need signal to change the language. Try again when you have some.'));
    await speaks('ja');
  });

  test('a change of the language keeps the open draft, a comment that is not posted, and the outbox', async () => {
    await openBike(bikes[1] ?? '', labels.ja);
    await comment(labels.ja, writings.ja.more);
    await write(labels.ja('Write a comment'), writings.ja.model);
    // Signal for the files of a language, and none to send.
    proxy.judge = (_, path) => (path.startsWith('/api/') ? 'refuse' : 'pass');
    await change('ar');
    await tab.holds(startsWith(labels.ar('Write a comment')), textOf(writings.ja.model));
    await tab.shows(labels.ar('Waiting for signal'));
    await open('/user/bike/add');
    await tab.click(labels.ar('Continue'));
    await tab.holds(startsWith(labels.ar('Model')), textOf(writings.ja.more));

    const nickname = writings.ar.model;
    await write(labels.ar('Nickname'), nickname);
    await change('ja');
    await tab.holds(startsWith(labels.ja('Nickname')), nickname);
    reconnect();
    await settled(labels.ja);
    written.comments.push(textOf(writings.ja.more));
    await arrivedOnce();
  });

  test('in Arabic the arrow keys, menus and the cropping of a photo follow the direction', async () => {
    await open('/user/bikes?language=ar');
    await speaks('ar');
    spoken = 'ar';
    await openBike(bikes[0] ?? '', labels.ar);
    await tab.evaluate(() => document.querySelector<HTMLElement>('[data-slide]')?.focus());
    for (const [key, at] of [
      ['ArrowLeft', 1],
      ['ArrowLeft', 2],
      ['ArrowRight', 1],
    ] as const) {
      await tab.press(key);
      await tab.becomes(`Photo ${at + 1} is in the frame`, isInFrame, at);
    }

    await open('/');
    const row = `[aria-label="${labels.ar('Winners, newest first')}"]`;
    await until(async () => {
      await tab.evaluate((css) => document.querySelector<HTMLElement>(css)?.focus(), row);
      await tab.press('ArrowLeft');
      expect(await tab.evaluate((css) => document.querySelector(css)?.scrollLeft, row)).toBeLessThan(0);
    }, minute);

    await open('/user/bike/add');
    const chipWithFocus = () =>
      tab.evaluate(() => {
        const chips = document.querySelector('button[name=category]')?.parentElement?.children ?? [];
        return [...chips].indexOf(document.activeElement as Element);
      });
    await until(async () => {
      await tab.evaluate(() => document.querySelector<HTMLElement>('button[name=category]')?.focus());
      await tab.press('ArrowLeft');
      expect(await chipWithFocus()).toBe(1);
    }, minute);
    await tab.press('ArrowRight');
    expect(await chipWithFocus()).toBe(0);

    await open(messagesPage());
    await tab.click(labels.ar('Message settings'));
    await tab.becomes('A menu from right to left', () => {
      const menu = document.querySelector('[role=menu]');
      return menu !== null && getComputedStyle(menu).direction === 'rtl';
    });

    await open(profilePage());
    await tab.shows(labels.ar('Choose an avatar'));
    await tab.upload([join(folder, 'a.jpg')], `input[aria-label="${labels.ar('Avatar')}"]`);
    await tab.becomes(
      'The photo',
      () => (document.querySelector<HTMLImageElement>('dialog fieldset img')?.naturalWidth ?? 0) > 0,
    );
    const leftOf = () =>
      tab.evaluate(() => document.querySelector('dialog fieldset img')?.getBoundingClientRect().left ?? 0);
    const before = await leftOf();
    await tab.click(labels.ar('Right'), 'dialog button');
    await until(async () => expect(await leftOf()).toBeLessThan(before));
  });

  test('what she writes in Arabic without signal survives a restart and arrives once', { tags: nightly }, async () => {
    await withoutSignal('ar', [bikes[2] ?? '', bikes[3] ?? '']);
  });
}

/** Runs in the page: whether a photo of the gallery fills its frame. */
function isInFrame(at: number): boolean {
  const slide = document.querySelectorAll('[data-slide]')[at];
  const track = slide?.closest('ul');
  if (!slide || !track || slide !== document.activeElement) return false;
  return Math.abs(slide.getBoundingClientRect().left - track.getBoundingClientRect().left) < 2;
}
