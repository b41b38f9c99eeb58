import { join } from 'node:path';
import { createElement, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { vi } from 'vitest';

const browsers = [
  'window',
  'document',
  'location',
  'navigator',
  'localStorage',
  'sessionStorage',
  'indexedDB',
] as const;

const ours = join(import.meta.dirname, '../../src/');

/** Records which browser globals our code reads while `work` runs; all of them are undefined. */
async function watchingFor<T>(work: () => Promise<T>): Promise<{ result: T; asked: string[] }> {
  const asked: string[] = [];
  const before = browsers.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const name of browsers) {
    const get = () => {
      // Libraries may test for a browser; our own screens must not.
      const caller = new Error().stack?.split('\n')[2] ?? '';
      if (caller.includes(ours)) asked.push(`${name} ${caller.slice(caller.indexOf(ours))}`);
      return undefined;
    };
    Object.defineProperty(globalThis, name, { configurable: true, get });
  }
  const formats = vi.spyOn(Intl, 'DateTimeFormat');
  try {
    const result = await work();
    if (formats.mock.calls.some(([language]) => language === undefined)) asked.push('language');
    return { result, asked };
  } finally {
    formats.mockRestore();
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

/** Renders a page as a server does, including lazy screens. Returns the HTML and the browser globals that were read. */
export async function renderPage(page: ReactNode, address: string): Promise<{ html: string; asked: string[] }> {
  const { result: html, asked } = await watchingFor(async () => {
    const failures: unknown[] = [];
    const element = createElement(StaticRouter, { location: address, children: page });
    const { prelude } = await prerender(element, { onError: (error) => void failures.push(error) });
    const text = await textOf(prelude);
    if (failures.length > 0) throw failures[0];
    return text;
  });
  return { html, asked };
}

/** Renders the same page twice, with very different clocks, years and time zones. */
export async function renderTwice(page: () => ReactNode, address: string) {
  const zone = process.env.TZ;
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.setSystemTime(new Date('2026-03-04T23:30:00Z'));
    process.env.TZ = 'Pacific/Kiritimati';
    const first = await renderPage(page(), address);
    vi.setSystemTime(new Date('2031-09-10T00:30:00Z'));
    process.env.TZ = 'Pacific/Pago_Pago';
    const second = await renderPage(page(), address);
    return { first, second };
  } finally {
    vi.useRealTimers();
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
}
