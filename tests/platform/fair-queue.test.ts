import { expect, test } from 'vitest';
import { FairQueue } from '#api/platform/fair-queue.ts';

type Item = { owner: string; expectedMs: number; ms: number };

/** Serves everything that waits. Returns the owners in order, each with the milliseconds that its item waited. */
function served(queue: FairQueue<Item>): string[] {
  const order: string[] = [];
  let clock = 0;
  for (let item = queue.next(); item; item = queue.next()) {
    order.push(`${item.owner} ${clock}`);
    clock += item.ms;
    queue.charge(item.owner, item.ms - item.expectedMs);
  }
  return order;
}
const slow = { expectedMs: 5800, ms: 5800 };
const quick = { expectedMs: 300, ms: 300 };
const add = (queue: FairQueue<Item>, owner: string, cost: Omit<Item, 'owner'>, times = 1) => {
  for (let i = 0; i < times; i++) queue.add(owner, { owner, ...cost }, cost.expectedMs);
};

test('photos of one member and of nine, each a minute of work together, let the photos of others pass', () => {
  for (const names of [['ana'], Array.from({ length: 9 }, (_, i) => `ana${i}`)]) {
    const queue = new FairQueue<Item>();
    for (let i = 0; i < 9; i++) add(queue, names[i % names.length] as string, slow);
    add(queue, 'ben', quick, 3);
    expect(served(queue).slice(0, 3)).toEqual(['ben 0', 'ben 300', 'ben 600']);
  }
});

test('a member whose photos took longer than expected waits behind one whose photos took less', () => {
  const queue = new FairQueue<Item>();
  add(queue, 'ana', { ...slow, expectedMs: 300 }, 3);
  add(queue, 'ben', quick, 4);
  expect(served(queue)).toEqual(['ana 0', 'ben 5800', 'ben 6100', 'ben 6400', 'ben 6700', 'ana 7000', 'ana 12800']);
});

test('a slow photo is not overtaken for longer than it takes itself, however many quick ones come', () => {
  const queue = new FairQueue<Item>();
  add(queue, 'ana', slow);
  add(queue, 'ben', quick, 100);
  expect(served(queue)).toContain('ana 5700');
});

test('members with equal photos take turns, the first first', () => {
  const queue = new FairQueue<Item>();
  for (const owner of ['ana', 'ben', 'cleo']) add(queue, owner, quick, 2);
  expect(served(queue).map((one) => one.split(' ')[0])).toEqual(['ana', 'ben', 'cleo', 'ana', 'ben', 'cleo']);
});
