import { expect, test } from 'vitest';
import { Modules } from '#api/modules/module.ts';

test('what a member posted is erased first, and in each round what was built last', async () => {
  const erased: string[] = [];
  const eraser = (name: string) => ({ erase: async () => void erased.push(name) });
  const modules = new Modules();
  modules.add({ erasers: [eraser('sessions')] });
  modules.add({ contentErasers: [eraser('bikes')] });
  modules.add({ contentErasers: [eraser('likes')], erasers: [eraser('alerts')] });
  for (const one of [...modules.contentErasers, ...modules.erasers]) {
    await one.erase({ id: 'ana' }, new AbortController().signal);
  }
  expect(erased).toEqual(['likes', 'bikes', 'alerts', 'sessions']);
});

test('a list passed to a service contains what later modules add', () => {
  const modules = new Modules();
  const { handlers } = modules;
  const handle = () => undefined;
  expect(modules.add({ handle, name: 'later' }).name).toBe('later');
  expect(handlers).toEqual([handle]);
});
