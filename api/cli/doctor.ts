import * as v from 'valibot';
import { writePrivately } from '#api/platform/privacy.ts';
import { withoutSecrets } from '#api/platform/settings/secrets.ts';
import { Email } from '#contract/accounts.ts';
import { command } from './command-line.ts';
import { backups } from './doctor/backups.ts';
import { database, openExisting } from './doctor/database.ts';
import { type Check, type Deployment, type Finding, fault, messageOf } from './doctor/finding.ts';
import { indexes } from './doctor/indexes.ts';
import { joining } from './doctor/joining.ts';
import { keys } from './doctor/keys.ts';
import { disk, memory } from './doctor/machine.ts';
import { mail } from './doctor/mail.ts';
import { metrics } from './doctor/metrics.ts';
import { openId } from './doctor/openid.ts';
import { photos } from './doctor/photos.ts';
import { search } from './doctor/search.ts';
import { readSettings } from './doctor/settings.ts';
import { site } from './doctor/site.ts';
import { traces } from './doctor/traces.ts';
import { Misused, readArgs } from './misused.ts';

const usage = `npm run doctor -- [--json] [--mail ADDRESS]

  Checks this deployment, also while the site runs: settings, keys, database, indexes, photos, backups, search
  server, mail server, proxy, certificate, clock, version, metrics, traces, accounts elsewhere, disk, memory and how one may join. Says what is wrong and how to fix it. Changes nothing: what it writes to
  try something out, it deletes. Exit code 1 means that there is a fault.

  --json            Prints the findings as JSON.
  --mail ADDRESS    Sends a mail there. Without it no mail is sent.
`;

const checks: readonly Check[] = [
  ...[database, keys, indexes, photos, backups, search, mail, site, metrics, traces, openId],
  ...[disk, memory, joining],
];

type Report = (check: string, findings: Finding[]) => void;

async function examine(env: NodeJS.ProcessEnv, mailTo: string | undefined, report: Report): Promise<void> {
  const { config, hasKeys, isForeign, findings } = readSettings(env);
  report('Settings', findings);
  if (!config) return;
  const opened = await openExisting(config, isForeign);
  report('Database', opened.findings);
  const deployment: Deployment = { env, config, hasKeys, isForeign, database: opened.database, mailTo };
  try {
    for (const { name, run } of checks) {
      report(
        name,
        await run(deployment).catch((error: unknown) => [
          fault(`This check failed: ${messageOf(error)}.`, 'Fix the other findings first, then run this again.'),
        ]),
      );
    }
  } finally {
    await opened.database?.close();
  }
}

const perLine = 100;
/** Breaks a text into indented lines. */
function indented(text: string, first: string, next: string): string {
  const lines = [first];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length > perLine && line.trim()) lines.push(next + word);
    else lines[lines.length - 1] = line.endsWith(' ') ? line + word : `${line} ${word}`;
  }
  return lines.join('\n');
}

function read(args: string[]) {
  const { values, positionals } = readArgs(args, { json: { type: 'boolean' }, mail: { type: 'string' } });
  if (positionals.length > 0) throw new Misused(`There is no command "${positionals.join(' ')}".`);
  if (values.mail !== undefined && !v.is(Email, values.mail)) throw new Misused('--mail needs one e-mail address.');
  return values;
}

async function main(args: string[]): Promise<void> {
  const { help, json, mail: mailTo } = read(args);
  if (help) return void process.stdout.write(usage);
  writePrivately();
  const { env } = process;
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  const safe = ({ state, found, fix }: Finding): Finding => ({
    state,
    found: withoutSecrets(found, env),
    ...(fix && { fix: withoutSecrets(fix, env) }),
  });
  const all: (Finding & { check: string })[] = [];
  let heading = '';
  await examine(env, mailTo, (check, found) => {
    const findings = found.map(safe);
    all.push(...findings.map((finding) => ({ check, ...finding })));
    if (json || findings.length === 0) return;
    if (check !== heading) print(check);
    heading = check;
    for (const { state, found, fix } of findings) {
      print(indented(found, `  ${state.padEnd(7)} `, '          '));
      if (fix) print(indented(fix, '       -> ', '          '));
    }
  });
  const count = (state: Finding['state']) => all.filter((finding) => finding.state === state).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  // Monitoring reads the advice as `mend`.
  const printed = all.map(({ fix: mend, ...finding }) => ({ ...finding, ...(mend && { mend }) }));
  if (json) print(JSON.stringify({ faults, warnings, findings: printed }, null, 2));
  else
    print(`\n${faults} ${faults === 1 ? 'fault' : 'faults'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`);
  if (faults > 0) process.exitCode = 1;
}

await command(main, usage);
