import { expect, test } from 'vitest';
import { describeError, ErrorTally } from '#api/features/overview/overview.errors.ts';
import { createLog, onErrors } from '#api/platform/logs.ts';

const hourMs = 3_600_000;

/** A tally that hears a real log, and its clock. */
function tallied() {
  let now = Date.parse('2026-08-01T10:30:00Z');
  const tally = new ErrorTally(() => new Date(now));
  const log = createLog({ level: 'error' });
  const pass = (ms: number): void => {
    now += ms;
  };
  onErrors(log, (error) => tally.note(error));
  return { tally, log, pass };
}
const found = (tally: ErrorTally) => tally.rows().map(({ message, where, count }) => [message, where, count]);

test('an error names what the program says, and nothing that a member may have written', () => {
  const said = [
    Object.assign(new Error('E11000 duplicate key error index: email_1 dup key: { email: "ann@example.org" }'), {
      name: 'MongoServerError',
      code: 11_000,
    }),
    new SyntaxError(`Unexpected token 'h', "hello bob" is not valid JSON`),
    Object.assign(new Error("ENOENT: no such file or directory, open '/data/photos/0198/ann.webp'"), {
      code: 'ENOENT',
    }),
    new Error('550 5.1.1 <ann@example.org> user unknown at https://mail.example/ann'),
    new Error('No member ann@example.org with 0198c1b2-1111-7000-8000-000000000000'),
    new TypeError('Cannot read properties of undefined (reading "x")'),
    new Error(`"${'ann '.repeat(400)}`),
  ].map(describeError);
  for (const text of said) expect(text).not.toMatch(/\bann\b|bob|hello|example|0198|data/i);
  expect(said[0]).toMatch(/^MongoServerError 11000: … duplicate key error index: …/);
  expect(said[2]).toBe('Error ENOENT: ENOENT: no such file or directory, open …');
  expect(said[5]).toBe('TypeError: Cannot read properties of undefined (reading … )');
  for (const text of said) expect(text.length).toBeLessThanOrEqual(160);
  expect(describeError('ann')).toBe('Error');
});

test('errors are counted by message and route, jobs by their name, and warnings are none', () => {
  const { tally, log } = tallied();
  for (const requestId of ['a', 'b']) {
    log.child({ requestId }).error({ err: new TypeError('no') }, 'unexpected error');
    log.error({ requestId, method: 'PUT', route: '/api/v1/bikes/:bikeId', status: 500, client: '1.2.3.4' }, 'request');
  }
  log.error({ requestId: 'c', method: 'GET', route: '/images/:id', status: 503 }, 'request');
  log.error({ err: new Error('late'), job: 'mails' }, 'job failed');
  log.warn('nothing');
  expect(found(tally)).toEqual([
    ['unexpected error: TypeError: no', 'PUT /api/v1/bikes/:bikeId', 2],
    ['answered 503', 'GET /images/:id', 1],
    ['job failed: Error: late', 'job: mails', 1],
  ]);
});

test('an error of a request that was answered all the same is counted without its route', () => {
  const { tally, log } = tallied();
  log.child({ requestId: 'a' }).error({ err: new Error('slow') }, 'page not drawn');
  expect(found(tally)).toEqual([]);
  expect(found(tally)).toEqual([['page not drawn: Error: slow', '', 1]]);
});

test('they are forgotten after a day, and a thousand different ones take no more room than a hundred', () => {
  const { tally, log, pass } = tallied();
  for (let n = 0; n < 1000; n += 1) log.error(`Message ${String.fromCodePoint(0x4e00 + n)}`);
  expect(tally.rows()).toHaveLength(101);
  expect(tally.rows().find(({ message }) => message === 'Other errors')?.count).toBe(900);
  pass(23 * hourMs);
  expect(tally.rows()).toHaveLength(101);
  pass(hourMs);
  expect(tally.rows()).toEqual([]);
});
