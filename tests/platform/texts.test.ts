import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signup } from '#contract/accounts.ts';
import { putBike } from '#contract/bike-whole.ts';
import { addComment } from '#contract/comments.ts';
import { newId } from '#contract/ids.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';

const [bikeId, photoId] = [newId(), newId()];

let app: TestApp;
let ann: TestBrowser;
beforeAll(async () => {
  app = await TestApp.open();
  ann = await app.join('ann');
  await ann.sendPhoto(await cameraPhoto({ width: 640, height: 480 }), { id: photoId });
});
afterAll(() => app.close());

const publish = (more: Record<string, unknown>) =>
  ann.call(putBike, { params: { bikeId }, body: bikeWith([photoId], more) });

/** The stored forms of one text in all one-line fields of a bike. */
async function linesOf(text: string): Promise<Set<string | undefined>> {
  const photos = [{ id: photoId, caption: text, alt: text }];
  const { answer } = await publish({ brandId: 'Other', brandOther: text, model: text, nickname: text, photos });
  const bike = answer.data;
  return new Set([bike?.brand, bike?.model, bike?.nickname, bike?.photos[0]?.caption, bike?.photos[0]?.alt]);
}

async function proseOf(text: string): Promise<Set<string | undefined>> {
  const bike = await publish({ story: text });
  const comment = await ann.call(addComment, { params: { bikeId }, body: { id: newId(), text } });
  return new Set([bike.answer.data?.story, comment.answer.data?.text]);
}

const everywhere: [what: string, sent: string, stored: string][] = [
  ['controls', 'Tr\u0000e\u001bk\u007f\u0090', 'Trek'],
  ['what turns everything that follows', 'Trek \u202Egnp.exe', 'Trek gnp.exe'],
  ['spaces and joiners without width', '\uFEFFT\u200Bre\u2060k\u00AD \u200DS\u200DL\u200C', 'Trek SL'],
  ['letters hidden in tags', 'Trek\u{E0048}\u{E0069}', 'Trek'],
  ['half of a pair', 'Trek \uD83D', 'Trek'],
  ['marks piled on a letter', `Q${'\u0489'.repeat(500)}x`, `Q${'\u0489'.repeat(30)}x`],
  ['a mark apart from its letter', 'Ve\u200B\u0301lo', 'V\u00E9lo'],
];
const legitimate: [what: string, text: string][] = [
  ['a family, a flag of stripes and a flag of letters', '👩‍👩‍👧‍👦 🏳️‍🌈 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️‍🔥 👩🏽‍🚀'],
  ['Persian that is parted without a space', 'می\u200Cخواهم دوچرخه\u200Cها'],
  ['Hindi whose letters do or do not join', 'क्\u200Dष क्\u200Cष'],
  ['Sinhala', 'ශ්\u200Dරී'],
  ['Hebrew, Chinese and Vietnamese', 'אופניים 自行车 Xe đạp'],
];

describe('a line', () => {
  test.each(everywhere)('loses %s', async (_, sent, stored) => expect(await linesOf(sent)).toEqual(new Set([stored])));
  test.each(legitimate)('keeps %s', async (_, text) => expect(await linesOf(text)).toEqual(new Set([text])));

  test('is one line, without direction changes', async () => {
    expect(await linesOf('\u2067Steel\r\n\u2066is\u2069\treal\u2028\u200Eyes\u2069')).toEqual(
      new Set(['Steel is real yes']),
    );
  });

  test('with invisible characters only is empty, and refused where one is required', async () => {
    for (const text of ['\u202E\u2066', '\u200B\u200D', '\u3164\u115F', '\u2800', '\u0000\n', '\uFE0F', '\u{E0041}']) {
      const refused = await publish({ brandId: 'Other', brandOther: text, model: text });
      expect(refused.answer.validation).toEqual({
        brandOther: ['Enter the brand.'],
        model: ['Enter the model.'],
      });
      expect((await publish({ nickname: text })).answer.data?.nickname).toBe('');
    }
  });
});

describe('a story and a comment', () => {
  test.each(everywhere)('lose %s', async (_, sent, stored) => expect(await proseOf(sent)).toEqual(new Set([stored])));
  test.each(legitimate)('keep %s', async (_, text) => expect(await proseOf(text)).toEqual(new Set([text])));

  test('keep their lines, whatever the line break', async () => {
    expect(await proseOf('one\r\ntwo\rthree\u2029four\n\nfive')).toEqual(new Set(['one\ntwo\nthree\nfour\n\nfive']));
  });

  test('keep direction changes that end in their line and marks between words, and lose the others', async () => {
    const good = 'The \u2067שלום, \u202Aabc\u202C\u2069 bike\u200F!';
    expect(await proseOf(good)).toEqual(new Set([good]));
    expect(await proseOf('a \u2067b\nc\u2069 d \u202Be')).toEqual(new Set(['a b\nc d e']));
    expect(await proseOf('a \u2068b \u202Ac\u2069 d\u202C')).toEqual(new Set(['a b \u202Ac d\u202C']));
  });

  test('with invisible characters only is no comment', async () => {
    const body = { id: newId(), text: '\u2067\u200B\u3164\n\uFE0F\u2069' };
    const { answer } = await ann.call(addComment, { params: { bikeId }, body });
    expect(answer.validation).toEqual({ text: ['Write a comment.'] });
  });
});

test('a username with an invisible character is refused', async () => {
  const body = { id: newId(), username: 'ri\u200Dder', email: 'r@example.org', password: goodPassword, terms: true };
  const { answer } = await new TestBrowser(app).call(signup, { body });
  expect(answer.validation).toEqual({ username: ['Use letters and numbers, with at most two . _ or - between them.'] });
});
