import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const logs = join(import.meta.dirname, '../../api/platform/logs.ts');

/** What a process writes that logs these fields, as operators read it. */
async function written(fields: object): Promise<string> {
  const script = `const { createLog } = await import(${JSON.stringify(logs)});
    createLog().info(${JSON.stringify(fields)}, 'something happened');`;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
  return stderr;
}

test('a log has no secret, wherever in an entry it was logged', async () => {
  const names = ['password', 'token', 'authorization', 'cookie', 'set-cookie', 'x-acting-user'];
  const secrets = Object.fromEntries(names.map((name) => [name, `hidden value of ${name}`]));
  const said = await written({ ...secrets, headers: secrets, body: secrets, accountId: 'shown' });
  expect(said).toContain('"msg":"something happened"');
  expect(said).toContain('"accountId":"shown"');
  expect(said).not.toContain('hidden value');
  expect(said.split('[hidden]')).toHaveLength(3 * names.length + 1);
});
