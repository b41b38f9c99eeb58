import { describe, expect, test } from 'vitest';
import { type Answer, backoff, verdictOn } from '#src/offline/verdict.ts';

const answer = (status: number, code = '', details = {}, retryAfter: number | null = null): Answer => ({
  ...{ kind: 'answer', status, data: null, validation: null, retryAfter },
  error: code ? { code, message: '', details } : null,
});
const put = { method: 'PUT', attempts: 1 } as const;

describe('what is done about an answer', () => {
  test.each([
    ['fine', answer(200), 'done'],
    ['created', answer(201), 'done'],
    ['expired', answer(401, 'unauthenticated'), 'refresh'],
    ['another account', answer(409, 'wrong_user'), 'stop'],
    ['too old', answer(426, 'client_too_old'), 'stop'],
    ['still running', answer(409, 'in_progress'), 'retry'],
    ['timed out', answer(408), 'retry'],
    ['too many', answer(429, 'too_many_requests'), 'retry'],
    ['busy', answer(503, 'unavailable'), 'retry'],
    ['broken', answer(500, 'unexpected'), 'retry'],
    ['silence', { kind: 'silence' } as Answer, 'retry'],
    ['gone', answer(404, 'not_found'), 'fail'],
    ['somebody else has it', answer(409, 'bike.exists'), 'fail'],
    ['not allowed', answer(403, 'like.own'), 'fail'],
    ['photos missing', answer(422, 'bike.photos_missing', { photoIds: ['a'] }), 'fail'],
    [
      'lost',
      { kind: 'lost', error: { status: 0, code: 'photo_lost', message: '', validation: null } } as Answer,
      'fail',
    ],
  ])('%s', (_, given, act) => {
    expect(verdictOn(put, given).act).toBe(act);
  });

  test('a deletion of what is gone is done', () => {
    expect(verdictOn({ method: 'DELETE', attempts: 1 }, answer(404, 'not_found')).act).toBe('done');
  });

  test('a refusal carries what it tells besides, from which it may be mended', () => {
    const missing = answer(422, 'bike.photos_missing', { photoIds: ['a'] });
    expect(verdictOn(put, missing)).toMatchObject({ details: { photoIds: ['a'] } });
  });

  test("a refusal carries the site's own sentence", () => {
    expect(verdictOn(put, answer(403, 'like.own'))).toMatchObject({
      error: { message: 'You cannot like your own bike.' },
    });
  });
});

describe('how long it waits', () => {
  test('between 2 seconds and 15 minutes, longer each time', () => {
    expect(backoff(1, 0)).toBe(2_000);
    expect(backoff(1, 1)).toBe(4_000);
    expect(backoff(4, 1)).toBe(32_000);
    expect(backoff(100, 1)).toBe(900_000);
  });

  test('never less than the site asks for', () => {
    expect(backoff(1, 0, 30_000)).toBe(30_000);
  });
});
