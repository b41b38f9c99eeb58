import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { type Config, ConfigError, Environment, isLoopback, readConfig } from '#api/platform/settings/config.ts';
import { defaultDataDir } from '#api/platform/settings/data-dir.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

type Env = Record<string, string | undefined>;
type Settings = { config: Config | null; hasKeys: boolean; isForeign: boolean; findings: Finding[] };

/** The keys that the first start generated, as KEYS; undefined if there are none, or they cannot be read. */
function generatedKeys(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'keys'), 'utf8').split('\n').filter(Boolean).join(',');
  } catch {
    return undefined;
  }
}

/** Whether browsers use passkeys at an origin (WebAuthn, 5.1.3: a secure context, whose host is a domain). */
function hasPasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isName && (protocol === 'https:' || /(?:^|\.)localhost$/.test(hostname));
}

/** Settings that are right by themselves, but not together. */
function contradictions(config: Config, env: Env, hasKeys: boolean): Finding[] {
  const { secure, host, publicOrigin } = config;
  const isLocal = isLoopback(new URL(publicOrigin).hostname);
  const findings: Finding[] = [];
  if (!secure && !isLocal) {
    findings.push(
      fault(
        'PUBLIC_ORIGIN is http: passwords cross the network in clear text, and browsers neither install the site, nor save it for use without signal, nor use passkeys.',
        'Put a proxy with a certificate in front (api/deploy has samples) and set PUBLIC_ORIGIN to its https origin.',
      ),
    );
  } else if (!hasPasskeys(publicOrigin)) {
    findings.push(
      warning(
        `Passkeys do not work at ${publicOrigin}: browsers want https and a name, or localhost.`,
        'Set PUBLIC_ORIGIN to an https origin with a name. To try the site on this machine: "http://localhost:PORT".',
      ),
    );
  }
  if (isLocal && !isLoopback(host)) {
    findings.push(
      warning(
        `HOST lets other machines connect, but PUBLIC_ORIGIN is ${publicOrigin}: what they write is refused.`,
        'Set PUBLIC_ORIGIN to the origin that visitors type.',
      ),
    );
  }
  if (secure && !env.TRUSTED_PROXIES) {
    findings.push(
      fault(
        'PUBLIC_ORIGIN is https, but TRUSTED_PROXIES is not set: all visitors share the address of the proxy, and its rate limits.',
        "Set TRUSTED_PROXIES to the proxy's address, such as 127.0.0.1.",
      ),
    );
  }
  if (secure && config.mailUrl === 'file:') {
    findings.push(
      fault(
        'MAIL_URL is not set: mails are files, so nobody can confirm a sign-up.',
        'Set MAIL_URL to a mail server, such as smtp://USER:PASSWORD@mail.example.org:587.',
      ),
    );
  }
  if (secure && !config.operatorEmail) {
    findings.push(
      warning(
        `OPERATOR_EMAIL is not set: the contact page writes to operator@${new URL(publicOrigin).hostname}.`,
        'Set OPERATOR_EMAIL to an address that somebody reads.',
      ),
    );
  }
  if (config.mongodbUrl && !env.KEYS) {
    findings.push(
      warning(
        'MONGODB_URL is set, but KEYS is not: a second machine would generate other keys, and not start.',
        hasKeys
          ? `Set KEYS on every machine to the line in ${join(config.dataDir, 'keys')}.`
          : 'Set KEYS on every machine to the same random secret, such as from "openssl rand -base64 48".',
      ),
    );
  }
  if (config.mongodbUrl && !config.storage) {
    findings.push(
      warning(
        "MONGODB_URL is set, but photos are in this machine's data folder: a second machine would not have them.",
        'Set STORAGE_URL to a bucket before you add a machine, or share the folder.',
      ),
    );
  }
  const unused: [string, boolean, string][] = [
    ['CHALLENGE_VERIFY_URL', config.challenge.kind === 'work', 'CHALLENGE names no vendor'],
    ['ERROR_REPORTS_URL', !env.ERROR_REPORTS, 'ERROR_REPORTS is not set'],
    ['ANALYTICS_URL', !env.ANALYTICS, 'ANALYTICS is not set'],
  ];
  for (const [name, isUnused, reason] of unused) {
    if (env[name] && isUnused)
      findings.push(warning(`${name} has no effect, because ${reason}.`, `Set that as well, or remove ${name}.`));
  }
  return findings;
}

/** Reads the settings as the site does, but generates no keys and creates no folder. */
export function readSettings(env: Env): Settings {
  const dataDir = resolve(env.DATA_DIR || defaultDataDir);
  const keys = env.KEYS || generatedKeys(dataDir);
  const known = { hasKeys: Boolean(keys), isForeign: ownerOf(dataDir) !== null };
  try {
    const config = readConfig({ ...env, KEYS: keys || randomBytes(48).toString('base64url') });
    const set = Object.keys(Environment.entries).filter((name) => env[name]);
    const findings = [
      ...config.misspelled.map((sentence) => warning(sentence, 'Correct the name, or remove it.')),
      ...contradictions(config, env, known.hasKeys),
    ];
    if (findings.length === 0)
      findings.push(ok(`Set: ${set.join(', ') || 'none, so this is a site for development'}.`));
    return { ...known, config, findings: [...foreign(dataDir), ...findings] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = 'Correct it, then run this again: the other checks need it. api/README.md lists all settings.';
    return { ...known, config: null, findings: error.faults.map((sentence) => fault(sentence, fix)) };
  }
}

/** Returns the owner of a folder; null if it is this account, or there is no folder. */
function ownerOf(folder: string): number | null {
  const uid = statSync(folder, { throwIfNoEntry: false })?.uid;
  return uid === undefined || uid === process.getuid?.() || process.platform === 'win32' ? null : uid;
}

function foreign(dataDir: string): Finding[] {
  const owner = ownerOf(dataDir);
  return owner === null
    ? []
    : [
        warning(
          `${dataDir} belongs to the account ${owner}, not to this one: its files are not tried.`,
          `Run this as the account that runs the site, such as "sudo -u '#${owner}' npm run doctor".`,
        ),
      ];
}
