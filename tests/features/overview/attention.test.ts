import { expect, test } from 'vitest';
import type { Overview } from '#contract/overview.ts';
import { attentionOf } from '#src/features/overview/attention.tsx';

const at = '2026-08-01T00:00:00.000Z';
const well: Overview = {
  at,
  numbers: null,
  mailsGivenUp: 0,
  queues: [],
  errors: [],
  jobs: [{ name: 'mails', every: 60, lastAt: at, ms: 1, error: null }],
  processes: [],
  backup: null,
  failingWebhooks: 0,
};
const one = {
  ...{ id: '1', host: 'web-1', pid: 1, version: '1', build: '', startedAt: at, seenAt: at },
  ...{ memory: 1e8, disk: 4e8 },
};

test('what an operator should look at comes first, in a sentence each', () => {
  expect(attentionOf(well)).toEqual([]);
  const failure = { at, message: 'No.' };
  const backup = { place: '/b', every: 60, keep: 1, runningSince: null, last: null, failure };
  const ill: Overview = {
    ...well,
    mailsGivenUp: 2,
    backup,
    failingWebhooks: 2,
    jobs: [{ name: 'mails', every: 60, lastAt: at, ms: 1, error: 'Error: late' }],
    errors: [{ message: 'no', where: '', count: 1240, lastAt: at }],
    processes: [
      { ...one, state: 'running' },
      { ...one, id: '2', state: 'running' },
      { ...one, id: '3', host: 'web-2', state: 'lost' },
    ],
  };
  expect(attentionOf(ill).map(({ text }) => text)).toEqual([
    'The last backup failed.',
    '2 webhooks are paused: nothing arrived.',
    'The disk of web-1 is nearly full: 400 MB are free.',
    '1 job failed in its last run.',
    '1 process ended without being stopped.',
    '1,240 errors in the last day.',
    '2 mails were given up in the last day.',
  ]);
  expect(attentionOf(ill).at(-1)?.page).toBe('/moderation/mails');
});
