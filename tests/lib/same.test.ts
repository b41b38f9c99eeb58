import { expect, test } from 'vitest';
import { same } from '#src/lib/same.ts';

const bike = (id: string, likes: number) => ({ id, counts: { likes }, cover: null as null | { id: string } });

test('equal values are reused at any depth', () => {
  const before = { cards: [bike('a', 1), bike('b', 2)], next: null };
  expect(same(before, structuredClone(before))).toBe(before);
  const previous = new Set(['a', 'b']);
  expect(same(previous, new Set(['b', 'a']))).toBe(previous);
});

test('a bike inserted before the others keeps the other objects', () => {
  const before = [bike('a', 1), bike('b', 2)];
  const now = same(before, structuredClone([bike('c', 0), ...before]));
  expect(now).toEqual([bike('c', 0), ...before]);
  expect(now.slice(1)).toEqual(before);
  expect(now[1]).toBe(before[0]);
  expect(now[2]).toBe(before[1]);
});

test('a list with a duplicate id terminates', () => {
  const list = [bike('a', 1), bike('a', 2)];
  const once = same([bike('a', 1)], structuredClone(list));
  expect(once).toEqual(list);
  expect(same(once, structuredClone(list))).toBe(once);
});

test('changed values are new, and only those', () => {
  const before = { cards: [bike('a', 1), bike('b', 2)], next: 'x' };
  const now = same(before, structuredClone({ cards: [bike('a', 1), bike('b', 3)], next: 'x' }));
  expect(now).toEqual({ cards: [bike('a', 1), bike('b', 3)], next: 'x' });
  expect(now.cards[0]).toBe(before.cards[0]);
  expect(same([1, 2], [1])).toEqual([1]);
  expect(same({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  expect(same(new Set(['a']), new Set(['b']))).toEqual(new Set(['b']));
  const failure = new Error('gone');
  expect(same({ failure: new Error('gone') }, { failure }).failure).toBe(failure);
});
