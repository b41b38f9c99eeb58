import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Lines of a log, in a process of its own: it writes to the standard error. */
function written(fields: object): string {
  const script = `
    const { createLog } = await import('#api/platform/logs.ts');
    createLog().info(${JSON.stringify(fields)}, 'A line.');
    createLog().child(${JSON.stringify(fields)}).error('Another line.');
  `;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });
  return stderr;
}

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
