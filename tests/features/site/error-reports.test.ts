import { describe, expect, test } from 'vitest';
import { framesOf, itemOf } from '#src/features/site/error-item.ts';
import { ErrorReporter } from '#src/features/site/error-reporter.ts';
import { fitItem } from '#src/features/site/fit-item.ts';
import { scrub } from '#src/features/site/scrub.ts';
import { Telemetry } from '#src/features/site/telemetry.ts';

const service = { url: 'https://errors.example/', token: 'public-token', environment: 'production' };
const page = { url: 'https://bikes.example/', browser: 'Firefox', version: '1.2.3', at: 1_790_000_000_400, id: 'one' };
type Item = ReturnType<typeof itemOf>;

describe('a Rollbar report', () => {
  test('says what failed, where, when and in which version', () => {
    const { data } = itemOf(new TypeError('It is null.'), service, page, []);
    expect(data).toMatchObject({
      ...{ environment: 'production', level: 'error', timestamp: 1_790_000_000, code_version: '1.2.3' },
      ...{ platform: 'browser', language: 'javascript', uuid: 'one', request: { url: page.url } },
      client: { javascript: { browser: 'Firefox', code_version: '1.2.3' } },
      body: { trace: { exception: { class: 'TypeError', message: 'It is null.' } }, telemetry: [] },
    });
  });

  test.each([
    ['Chromium', 'Error: x\n    at ride (https://a.example/a.js:1:22)\n    at async https://a.example/b.js:3:4'],
    ['Firefox and Safari', 'ride@https://a.example/a.js:1:22\n@https://a.example/b.js:3:4'],
  ])('contains the stack of %s, with the last call at the end', (_, stack) => {
    const frames = framesOf(stack);
    expect(frames.at(-1)).toEqual({ filename: 'https://a.example/a.js', lineno: 1, colno: 22, method: 'ride' });
    expect(frames.at(0)).toMatchObject({ lineno: 3, colno: 4 });
    expect(frames.at(0)?.filename).toContain('https://a.example/b.js');
    expect(frames).toHaveLength(2);
  });

  test('contains the causes, a limited number of them when they are circular', () => {
    const cause = new RangeError('Too far.');
    const body = itemOf(new Error('It broke.', { cause }), service, page, []).data.body;
    expect(body).toMatchObject({
      trace_chain: [{ exception: { class: 'Error' } }, { exception: { class: 'RangeError' } }],
    });
    cause.cause = cause;
    expect(itemOf(cause, service, page, []).data.body).toMatchObject({ trace_chain: { length: 5 } });
  });

  test('accepts any thrown value', () => {
    for (const fault of ['Words', null, undefined, 7, { a: 1 }, Symbol('s')])
      expect(itemOf(fault, service, page, []).data.body).toMatchObject({ message: { body: String(fault) } });
  });
});

describe('a secret', () => {
  test('is replaced by asterisks by its name, in URLs, and where a mail address occurs', () => {
    const scrubbed = scrub({
      ...{
        password: 'winding',
        newPassword: 'roads',
        access_token: 'abc',
        Cookie: 'session=1',
        apiKey: 7,
        email: 'ana@example.org',
      },
      ...{ year: 2021, model: 'Ogre' },
      nested: [{ authorization: { bearer: 'x' } }],
      url: 'https://bikes.example/account/reset-password?token=abc&page=2#access_token=d',
      search: '/bike/search?keywords=my+street+7&category=Gravel',
      message: 'No such member: ana.b+x@mail.example.org, nor "bert@example.org"',
    });
    const asterisks = '********';
    expect(scrubbed).toEqual({
      ...{ password: asterisks, newPassword: asterisks, access_token: asterisks, Cookie: asterisks, apiKey: asterisks },
      ...{ email: asterisks, year: 2021, model: 'Ogre', nested: [{ authorization: asterisks }] },
      url: `https://bikes.example/account/reset-password?token=${asterisks}&page=2#access_token=${asterisks}`,
      search: `/bike/search?keywords=${asterisks}&category=Gravel`,
      message: `No such member: ${asterisks}, nor "${asterisks}"`,
    });
  });
});

const bytesOf = (text: string | null) => new TextEncoder().encode(text ?? '').length;
const limit = 512 * 1024;

describe('a report is at most 512 KiB', () => {
  const sized = (message: string, stack = '') =>
    itemOf(Object.assign(new Error(message), { stack }), service, page, []);

  test('a small one is unchanged', () => {
    const item = sized('short');
    expect(fitItem(item)).toBe(JSON.stringify(item));
  });

  test('an endless stack keeps its first and last lines', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `    at f${i} (https://a.example/a.js:1:${i + 1})`);
    const text = fitItem(sized('deep', lines.join('\n')));
    expect(bytesOf(text)).toBeLessThanOrEqual(limit);
    const { frames } = (JSON.parse(text ?? '') as { data: { body: { trace: { frames: { method: string }[] } } } }).data
      .body.trace;
    expect(frames).toHaveLength(20);
    expect(frames.at(-1)?.method).toBe('f0');
  });

  test('an endless message is cut, also with four-byte characters', () => {
    const text = fitItem(sized('🚲'.repeat(400_000)));
    expect(bytesOf(text)).toBeLessThanOrEqual(limit);
    expect(JSON.parse(text ?? '')).toMatchObject({ data: { body: { trace: { exception: { class: 'Error' } } } } });
  });

  test('telemetry is dropped when nothing else helps; the error stays', () => {
    const telemetry = new Telemetry(() => 0, 5000);
    for (let i = 0; i < 5000; i += 1) telemetry.note('navigation', { from: 'x'.repeat(2000), to: '/' });
    const text = fitItem(itemOf(new Error('It broke.'), service, page, telemetry.events));
    expect(bytesOf(text)).toBeLessThanOrEqual(limit);
    expect(JSON.parse(text ?? '')).toMatchObject({
      data: { body: { telemetry: [], trace: { exception: { message: 'It broke.' } } } },
    });
  });
});

test('telemetry has the last 100 events', () => {
  let now = 0;
  const telemetry = new Telemetry(() => now);
  for (now = 1; now <= 150; now += 1) telemetry.note('navigation', { from: '/', to: `/${now}` });
  expect(telemetry.events).toHaveLength(100);
  expect(telemetry.events.at(0)?.timestamp_ms).toBe(51);
  expect(telemetry.events.at(-1)?.body).toEqual({ from: '/', to: '/150' });
});

describe('a reporter', () => {
  const begin = () => {
    const sent: Item[] = [];
    const clock = { at: 0 };
    const reporter = new ErrorReporter({
      ...{ service, telemetry: new Telemetry(() => clock.at) },
      context: () => ({ ...page, at: clock.at }),
      send: (text) => sent.push(JSON.parse(text) as Item),
    });
    return { reporter, sent, clock };
  };

  test('sends 60 reports a minute, and a limited total', () => {
    const { reporter, sent, clock } = begin();
    for (clock.at = 0; clock.at < 10 * 60_000; clock.at += 500) reporter.report(new Error('again'));
    expect(sent).toHaveLength(600);
    const times = sent.map(({ data }) => data.timestamp);
    for (let begun = 0; begun < 600; begun += 7)
      expect(times.filter((at) => at > begun && at <= begun + 59).length).toBeLessThanOrEqual(60);
    clock.at += 60_000;
    reporter.report(new Error('later'));
    expect(sent).toHaveLength(601);
  });

  test('sends no secret, and with each error the events before it', () => {
    const { reporter, sent } = begin();
    reporter.report(new Error('No ana@example.org at /x?token=abc'));
    reporter.report(new Error('second'));
    expect(JSON.stringify(sent)).not.toMatch(/ana@|abc/);
    expect(sent[1]?.data.body.telemetry).toMatchObject([{ type: 'error', level: 'error' }]);
    expect(JSON.stringify(sent)).not.toContain(service.token);
  });
});
