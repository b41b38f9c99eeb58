import { describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { addCommentMutation } from '#src/features/comments/comments.mutations.ts';
import { type Answer, backoff, classifyResponse } from '#src/outbox/classify-response.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { waitingOf } from '#src/outbox/waiting.ts';
import '#src/registry.mutations.ts';
import '#src/registry.ts';

const answer = (status: number, code = '', details = {}, retryAfter: number | null = null): Answer => ({
  kind: 'answer',
  status,
  data: null,
  validation: null,
  retryAfter,
  error: code ? { code, message: 'Not today.', details } : null,
});
const put = { method: 'PUT', attempts: 1 } as const;

describe('classifying a response', () => {
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
    ['no answer', { kind: 'no-answer' } as Answer, 'retry'],
    ['gone', answer(404, 'not_found'), 'fail'],
    ['the id is taken', answer(409, 'bike.exists'), 'fail'],
    ['not allowed', answer(403, 'like.own'), 'fail'],
    ['photos missing', answer(422, 'bike.photos_missing', { photoIds: ['a'] }), 'fail'],
    [
      'lost',
      { kind: 'lost', error: { status: 0, code: 'photo_lost', message: '', validation: null } } as Answer,
      'fail',
    ],
  ])('%s', (_, args, act) => {
    expect(classifyResponse(put, args).act).toBe(act);
  });

  test('a deletion of a missing item succeeds', () => {
    expect(classifyResponse({ method: 'DELETE', attempts: 1 }, answer(404, 'not_found')).act).toBe('done');
  });

  test('a refusal keeps the details needed to recover', () => {
    const missing = answer(422, 'bike.photos_missing', { photoIds: ['a'] });
    expect(classifyResponse(put, missing)).toMatchObject({ details: { photoIds: ['a'] } });
  });

  test("a refusal keeps the site's own sentence", () => {
    expect(classifyResponse(put, answer(403, 'like.own'))).toMatchObject({ error: { message: 'Not today.' } });
  });
});

describe('the retry delay', () => {
  test('is between 2 seconds and 15 minutes, longer each time', () => {
    expect(backoff(1, 0)).toBe(2_000);
    expect(backoff(1, 1)).toBe(4_000);
    expect(backoff(4, 1)).toBe(32_000);
    expect(backoff(100, 1)).toBe(900_000);
  });

  test("is never less than the site's Retry-After", () => {
    expect(backoff(1, 0, 30_000)).toBe(30_000);
  });
});

describe('the result shown for a refused mutation', () => {
  const subject = { kind: 'bike', id: newId(), title: 'Surly Ogre', picture: null };
  const row = addCommentMutation.create({ bike: subject, commentId: newId(), text: 'Lovely.' }, newId());
  const resultAfter = (args: Answer) => {
    const action = classifyResponse({ ...row, attempts: 1 }, args);
    const failed: QueuedMutation = action.act === 'fail' ? { ...row, state: 'failed', lastError: action.error } : row;
    return waitingOf(failed, [failed], definitionOf(failed)).result;
  };
  const action = 'AddComment';

  test("has the shape of every other action's result: a refusal, or field errors", () => {
    const error = { code: 'forbidden', message: 'Not today.' };
    expect(resultAfter(answer(403, 'forbidden'))).toEqual({ action, successful: false, validation: null, error });
    const validation = { text: ['Write a comment.'] };
    const wrong: Answer = { kind: 'answer', status: 422, data: null, error: null, retryAfter: null, validation };
    expect(resultAfter(wrong)).toEqual({ action, successful: false, validation, error: null });
  });

  test('is pending for as long as it may still arrive', () => {
    const underWay = { action, successful: null, validation: null, error: null };
    expect(resultAfter({ kind: 'no-answer' })).toEqual(underWay);
    expect(resultAfter(answer(503, 'unavailable'))).toEqual(underWay);
  });
});
