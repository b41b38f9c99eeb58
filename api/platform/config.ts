import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { Email } from '#contract/accounts.ts';
import { parseUrl } from '#contract/parse-url.ts';
import { type ChallengeSetting, readChallenge } from './challenge-setting.ts';
import { defaultDataDir } from './data-dir.ts';
import { readProxies } from './proxies.ts';
import { readServices, type ServicesSetting } from './services-setting.ts';
import { readS3Url, type S3Address } from './storage/s3-address.ts';

export type Config = {
  host: string;
  /** 0 lets the system choose, for tests. */
  port: number;
  /** What visitors type, without a path. */
  publicOrigin: string;
  /** Whether visitors come over https. */
  secure: boolean;
  dataDir: string;
  /** Unset: the embedded database. */
  mongodbUrl: string | undefined;
  /** Unset: the data folder. */
  storage: S3Address | undefined;
  /** `file:`, or a mail server's `smtp://` or `smtps://` address. */
  mailUrl: string;
  /** Who reads what is written to the site; unset in development. */
  operatorEmail: string | undefined;
  /** Secrets: the first signs, all are recognized. */
  keys: string[];
  /** Proxies whose word is taken for whom they speak. */
  trustedProxies: BlockList;
  challenge: ChallengeSetting;
  services: ServicesSetting;
  /** Whether an empty embedded database is filled with the sample community. */
  demo: boolean;
  production: boolean;
  /** Whether the page exists that shows every mail. */
  mailbox: boolean;
};

/** Everything that is wrong with the environment, one line each. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`The settings are not right:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const shortestKey = 32;
const defaultPort = 8787;

function isOrigin(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && [text, `${text}/`].includes(url.href);
}

const portWords = 'PORT must be a whole number from 0 to 65535.';
const Environment = v.object({
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'HOST must be an address, such as 127.0.0.1.')),
    '127.0.0.1',
  ),
  PORT: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,5}$/, portWords), v.transform(Number), v.maxValue(65_535, portWords)),
    String(defaultPort),
  ),
  PUBLIC_ORIGIN: v.optional(
    v.pipe(
      v.string(),
      v.check(isOrigin, 'PUBLIC_ORIGIN must be an origin without a path, such as https://headbadge.example.'),
      v.transform((text) => new URL(text).origin),
    ),
  ),
  DATA_DIR: v.optional(v.string(), defaultDataDir),
  MONGODB_URL: v.optional(
    v.pipe(v.string(), v.regex(/^mongodb(\+srv)?:\/\/./, 'MONGODB_URL must begin with mongodb:// or mongodb+srv://.')),
  ),
  MAIL_URL: v.optional(
    v.pipe(v.string(), v.regex(/^(file:$|smtps?:\/\/.)/, 'MAIL_URL must be file: or begin with smtp:// or smtps://.')),
    'file:',
  ),
  OPERATOR_EMAIL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => v.is(Email, text),
        'OPERATOR_EMAIL must be one e-mail address, such as operator@headbadge.example.',
      ),
    ),
  ),
  KEYS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((key) => key.trim())),
      v.check((keys) => keys.every(Boolean), 'KEYS must be secrets with a comma between them, the newest first.'),
    ),
  ),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      v.string(),
      v.transform(readProxies),
      v.instance(
        BlockList,
        'TRUSTED_PROXIES must be addresses or networks with a comma between them, such as 127.0.0.1, 10.0.0.0/8.',
      ),
    ),
  ),
  DEMO: v.optional(v.picklist(['on', 'off'], 'DEMO must be on or off.'), 'on'),
});

/** Whether a host name always means this machine. An IPv6 address may stand in brackets, as in a URL. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
const isWeak = (key: string) => key.length < shortestKey || new Set(key).size < 8;

/** The keys that were made at the first start; only this account may read them. */
function ownKeys(dataDir: string): string[] {
  const path = join(dataDir, 'keys');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const keys = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  if (keys.length === 0) throw new ConfigError([`${path} is empty. Delete it, or set KEYS.`]);
  return keys;
}

/** Where photos are kept; undefined for the data folder. */
function storageOf(env: Record<string, string | undefined>): S3Address | string[] | undefined {
  const { STORAGE_URL: url = 'file:' } = env;
  return url === 'file:' ? undefined : readS3Url(url, env);
}

/**
 * The settings of the environment; an empty variable counts as unset.
 * @throws ConfigError that names all faults
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const result = v.safeParse(Environment, given);
  const storage = storageOf(given);
  const challenge = readChallenge(given);
  const services = readServices(given);
  if (!result.success || Array.isArray(storage) || Array.isArray(challenge) || Array.isArray(services)) {
    const others = [storage, challenge, services].flatMap((one) => (Array.isArray(one) ? one : []));
    throw new ConfigError([...(result.issues ?? []).map((issue) => issue.message), ...others]);
  }
  const settings = result.output;
  const publicOrigin = settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`;
  const secure = publicOrigin.startsWith('https:');
  if (secure && settings.KEYS?.some(isWeak)) {
    throw new ConfigError([`KEYS must be random and of at least ${shortestKey} characters each.`]);
  }
  const dataDir = resolve(settings.DATA_DIR);
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicOrigin,
    secure,
    dataDir,
    mongodbUrl: settings.MONGODB_URL,
    storage,
    mailUrl: settings.MAIL_URL,
    operatorEmail: settings.OPERATOR_EMAIL,
    keys: settings.KEYS ?? ownKeys(dataDir),
    trustedProxies: settings.TRUSTED_PROXIES ?? new BlockList(),
    challenge,
    services,
    demo: settings.DEMO === 'on',
    production: secure,
    // Behind a proxy also the loopback address is for everybody.
    mailbox:
      !secure &&
      isLoopback(settings.HOST) &&
      isLoopback(new URL(publicOrigin).hostname) &&
      settings.MAIL_URL === 'file:' &&
      !settings.TRUSTED_PROXIES,
  };
}
