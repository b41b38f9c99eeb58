/** @module-tag nightly */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nginx } from '#tests/kit/nginx.ts';
import { testServer } from '#tests/kit/server.ts';
import { afterWrite } from './processes/after-write.ts';
import { calls } from './processes/calls.ts';
import { kill } from './processes/kill.ts';
import { measure } from './processes/measure.ts';

const hours = 3_600_000;
const size = { bikes: 500, members: 60 };
const isLinux = process.platform === 'linux';
const lines: string[] = [];
const say = (line: string) => void lines.push(line);

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'headbadge-bench-'));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
}

test.skipIf(!isLinux || testServer)(
  'the bench measures every call of one and of two processes, and none is refused',
  { timeout: hours },
  async () => {
    const rows = await inFolder((folder) =>
      measure({ ...size, folder, processes: [1, 2], connections: 4, seconds: 1, say }),
    );
    for (const processes of [1, 2]) {
      const own = rows.filter((row) => row.processes === processes);
      expect(new Set(own.map(({ call }) => call))).toEqual(new Set(Object.keys(calls)));
      for (const row of own) {
        expect(row.failures, row.call).toEqual({});
        expect(Math.min(row.rate, row.p50, row.p99, row.cpu, ...row.memory), row.call).toBeGreaterThan(0);
        expect(row.memory).toHaveLength(processes === 1 ? 1 : 3);
      }
    }
    expect(lines.join('\n')).toContain('| Hono');
  },
);

test.skipIf(!isLinux || testServer)(
  'every call is answered right after a write, and home is rendered',
  { timeout: hours },
  async () => {
    const found = await inFolder((folder) => afterWrite({ ...size, folder, rounds: 1, say }));
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter(({ status }) => status >= 500)).toEqual([]);
  },
);

test.skipIf(!nginx || testServer)(
  'four processes that are killed, deployed and left without their database lose and double nothing',
  { timeout: hours },
  async () => {
    const { faults, counts, kills } = await kill({ seconds: 45, say });
    expect(faults).toEqual([]);
    expect(kills).toBeGreaterThan(2);
    expect([...counts.writes.keys()].sort()).toEqual(['bike', 'comment', 'like', 'photo']);
    expect(counts.repeated).toBeGreaterThan(0);
  },
);
