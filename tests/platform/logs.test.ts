import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Lines of a log, in a process of its own: it writes to the standard error. */
function logged(statements: string): string {
  const script = `const { createLog } = await import('#api/platform/logs.ts'); const log = createLog(); ${statements}`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });
  return stderr;
}

const written = (fields: object): string =>
  logged(`log.info(${JSON.stringify(fields)}, 'A line.'); log.child(${JSON.stringify(fields)}).error('Another line.')`);

const secrets = {
  password: 'secret-1',
  token: 'secret-2',
  authorization: 'secret-3',
  cookie: 'secret-4',
  'set-cookie': 'secret-5',
  'x-acting-user': 'secret-6',
};

test('no secret reaches the log, alone or in an object', () => {
  const lines = written({ ...secrets, headers: { ...secrets, accept: 'text/html' } });
  expect(lines).toContain('A line.');
  expect(lines).toContain('Another line.');
  expect(lines).toContain('text/html');
  expect(lines.match(/\[hidden\]/g)).toHaveLength(24);
  expect(lines).not.toContain('secret-');
});

test('a line break or a control character in a value begins no line of its own, and times are in UTC', () => {
  const forged = 'a\n{"level":30,"event":"login.succeeded"}\r\n\u001b[2Kb';
  const lines = written({ typed: forged, [`name\n${forged}`]: 1 })
    .trim()
    .split('\n');
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).not.toContain('\u001b');
    expect(JSON.parse(line)).toMatchObject({ typed: forged, time: expect.stringMatching(/^\d{4}-.*Z$/) });
  }
});

test('an error is logged without the addresses and values that a driver or a mail server adds', () => {
  const line = logged(`
    const error = new Error('E11000 duplicate key error, dup key: { email: "ann@example.org" }');
    log.error({ err: Object.assign(error, { code: 11000, keyValue: { name: 'Ann' }, rejected: ['ann@example.org'] }) }, 'broken');
  `);
  expect(JSON.parse(line).err).toEqual({
    type: 'Error',
    code: 11000,
    message: 'E11000 duplicate key error, dup key: { email: "a…@example.org" }',
    stack: expect.stringContaining('a…@example.org'),
  });
  expect(line).not.toMatch(/ann@|Ann/);
});
