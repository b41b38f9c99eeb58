import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { afterWrite, maxMs } from './processes/after-write.ts';
import { kill } from './processes/kill.ts';
import { measure } from './processes/measure.ts';

const help = `npm run bench [-- OPTIONS]
Seeds bikes and members, drives browse, search, open, like, comment and poll, and prints rate, p50, p99, processor time and
memory of each call beside Hono alone.

  --bikes N        100000 by default
  --members N      10000 by default
  --processes LIST 1,2,4 by default. One has the database itself, several share a process for it
  --connections N  16 by default; each sends a request as soon as it has a reply
  --seconds N      5 by default, for each call
  --data FOLDER    keeps the seeded database for the next run

npm run bench -- --after-write [--bikes N --members N --data FOLDER]
Measures every call right after a write that drops the cached responses, with the embedded database. Fails if one takes more
than 50 ms.

npm run bench -- --kill [--minutes N]
Runs four processes behind nginx and kills them at random, with a deploy in the middle and the database away for 20 s.
Fails if a write that was acknowledged is lost or doubled, or a visitor gets a 5xx other than 503 with Retry-After.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    'after-write': { type: 'boolean' },
    kill: { type: 'boolean' },
    minutes: { type: 'string', default: '10' },
    bikes: { type: 'string', default: '100000' },
    members: { type: 'string', default: '10000' },
    processes: { type: 'string', default: '1,2,4' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '5' },
    data: { type: 'string' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

if (values.help) say(help);
else if (values.kill) {
  const { faults } = await kill({ seconds: Number(values.minutes) * 60, say });
  process.exitCode = faults.length > 0 ? 1 : 0;
} else {
  const folder = values.data ? resolve(values.data) : await mkdtemp(join(tmpdir(), 'headbadge-bench-'));
  await mkdir(folder, { recursive: true });
  const common = { folder, say, bikes: Number(values.bikes), members: Number(values.members) };
  try {
    if (values['after-write']) {
      const found = await afterWrite({ ...common, rounds: 5 });
      process.exitCode = found.some(({ wall }) => wall > maxMs) ? 1 : 0;
    } else
      await measure({
        ...common,
        processes: values.processes.split(',').map(Number),
        connections: Number(values.connections),
        seconds: Number(values.seconds),
      });
  } finally {
    if (!values.data) await rm(folder, { recursive: true, force: true });
  }
}
