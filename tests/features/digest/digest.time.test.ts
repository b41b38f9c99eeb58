import { expect, test } from 'vitest';
import { nextDigest } from '#api/features/digest/digest.time.ts';

const next = (now: string, timeZone: string, last?: string) => {
  const { at, day } = nextDigest(new Date(now), timeZone, last);
  return [at.toISOString().replace(':00.000Z', ''), day];
};

test.each([
  ['UTC', '2026-12-04T08:00'],
  ['Europe/Berlin', '2026-12-04T07:00'],
  ['America/Los_Angeles', '2026-12-04T16:00'],
  ['Asia/Kolkata', '2026-12-04T02:30'],
  ['Asia/Kathmandu', '2026-12-04T02:15'],
  ['Pacific/Kiritimati', '2026-12-03T18:00'],
  ['Pacific/Chatham', '2026-12-03T18:15'],
])("in %s Friday's 8:00 is %s UTC", (timeZone, at) => {
  expect(next('2026-12-01T12:00:00Z', timeZone)).toEqual([at, '2026-12-04']);
});

test('the hour stays the same when clocks are changed', () => {
  expect(next('2026-03-25T12:00:00Z', 'Europe/Berlin')).toEqual(['2026-03-27T07:00', '2026-03-27']);
  expect(next('2026-03-27T07:00:00Z', 'Europe/Berlin')).toEqual(['2026-04-03T06:00', '2026-04-03']);
  expect(next('2026-10-23T06:00:00Z', 'Europe/Berlin')).toEqual(['2026-10-30T07:00', '2026-10-30']);
  expect(next('2026-11-01T12:00:00Z', 'America/New_York')).toEqual(['2026-11-06T13:00', '2026-11-06']);
});

test('a Friday that a place leaves out is the hour after it', () => {
  // Samoa went from Thursday to Saturday.
  expect(next('2011-12-28T12:00:00Z', 'Pacific/Apia')).toEqual(['2011-12-30T18:00', '2011-12-30']);
});

test('at 8:00 sharp and later on Friday it is the next one', () => {
  expect(next('2026-12-04T06:59:59Z', 'Europe/Berlin')).toEqual(['2026-12-04T07:00', '2026-12-04']);
  expect(next('2026-12-04T07:00:00Z', 'Europe/Berlin')).toEqual(['2026-12-11T07:00', '2026-12-11']);
  expect(next('2026-12-04T15:00:00Z', 'Europe/Berlin')).toEqual(['2026-12-11T07:00', '2026-12-11']);
});

test('who travels after a mail gets none again on the same day', () => {
  // 8:00 on Friday in Auckland is Thursday in Los Angeles.
  const mailed = '2026-12-03T19:00:00Z';
  expect(next(mailed, 'America/Los_Angeles')[1]).toBe('2026-12-04');
  expect(next(mailed, 'America/Los_Angeles', '2026-12-04')).toEqual(['2026-12-11T16:00', '2026-12-11']);
  expect(next('2026-12-04T16:00:00Z', 'Pacific/Auckland', '2026-12-04')).toEqual(['2026-12-10T19:00', '2026-12-11']);
});
