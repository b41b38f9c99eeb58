import { randomBytes } from 'node:crypto';
import { accessSync, constants, readFileSync, statSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { Email } from '#contract/accounts.ts';
import { readProxies } from '../addresses/proxies.ts';
import { logLevels } from '../logs.ts';
import { readS3Url, type S3Address } from '../storage/s3-address.ts';
import { type BackupSetting, backupSettings, readBackup } from './backup-setting.ts';
import { type ChallengeSetting, challengeSettings, readChallenge } from './challenge-setting.ts';
import { createFolder, defaultDataDir } from './data-dir.ts';
import { misspelledIn } from './misspelled.ts';
import { type OpenIdProvider, openIdSettings } from './openid-setting.ts';
import { readSearchUrl, SearchAddress } from './search-address.ts';
import { readServices, type ServicesSetting, servicesSettings } from './services-setting.ts';
import { isHttpUrl, isMailUrl, isMongoUrl, originOf } from './setting-urls.ts';

/** `port`: unset for the site's own. `token`: what a request must bring; unset on a port that needs none. */
type MetricsSetting = { host: string; port: number | undefined; token: string | undefined };
/** `url`: of an OTLP collector. `share`: of the requests that are traced, from 0 to 1. */
export type TracesSetting = { url: string; share: number };

export type Config = {
  host: string;
  /** 0 lets the system choose one, for tests. */
  port: number;
  /** The site's public origin, without a path. */
  publicOrigin: string;
  /** Whether the public origin is https. */
  secure: boolean;
  dataDir: string;
  /** Unset: the embedded database. */
  mongodbUrl: string | undefined;
  /** Unset: the data folder. */
  storage: S3Address | undefined;
  /** Unset: bikes are searched in this process's memory. */
  search: SearchAddress | undefined;
  /** Unset: no backups by schedule. */
  backup: BackupSetting | undefined;
  /** `file:`, or a mail server's `smtp://` or `smtps://` address. */
  mailUrl: string;
  /** `required`: a mail server that is not on this machine must offer TLS. */
  mailTls: 'required' | 'optional';
  /** The address that receives messages to the site; unset in development. */
  operatorEmail: string | undefined;
  /** Secrets, the newest first. */
  keys: string[];
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies: BlockList;
  /** Addresses that are not public and that webhooks may reach all the same. */
  webhookNetworks: BlockList;
  challenge: ChallengeSetting;
  services: ServicesSetting;
  openIdProviders: readonly OpenIdProvider[];
  /** Whether an empty embedded database is filled with the sample community. */
  demo: boolean;
  production: boolean;
  /** Whether `/mailbox` exists, which shows every mail. */
  mailbox: boolean;
  logLevel: (typeof logLevels)[number];
  /** Where metrics are served; null if they are off. */
  metrics: MetricsSetting | null;
  /** Where traces are sent; null if there are none. */
  traces: TracesSetting | null;
  /** Sentences about variables whose names are nearly a setting's. */
  misspelled: string[];
};

/** Names everything that is wrong with the environment, one line each. */
export class ConfigError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(`Some settings are wrong:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

export const minKeyLength = 32;
const defaultPort = 8787;

const passwordMessage = 'In the password, write / as %2F, # as %23, ? as %3F, @ as %40, : as %3A and % as %25.';
const portMessage = 'PORT must be a whole number from 0 to 65535.';
const metricsPortMessage = 'METRICS_PORT must be a whole number from 1 to 65535.';
const shareMessage = 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, the share of requests that are traced.';

/**
 * Every setting. Its description is its row of the table in api/README.md, with its default and, as metadata, a unit or
 * words for a default that depends on others.
 */
export const Environment = v.object({
  HOST: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w.:-]+$/, 'HOST must be an address, such as 127.0.0.1.'),
      v.description('the address to listen on'),
    ),
    '127.0.0.1',
  ),
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, portMessage),
      v.transform(Number),
      v.maxValue(65_535, portMessage),
      v.description('the port to listen on'),
    ),
    String(defaultPort),
  ),
  PUBLIC_ORIGIN: v.optional(
    v.pipe(
      v.string(),
      v.transform(originOf),
      v.string(
        'PUBLIC_ORIGIN must be http:// or https:// with a host, a port if needed, and nothing after that, such as ' +
          'https://headbadge.example.',
      ),
      v.description(
        'the origin that visitors type, without a path; https means production: secure cookies, HSTS, no mailbox page',
      ),
      v.metadata({ default: '`http://localhost:PORT`' }),
    ),
  ),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.description('database, photos, mails, generated keys; readable by the account that runs the site only'),
    ),
    defaultDataDir,
  ),
  MONGODB_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isMongoUrl,
        'MONGODB_URL must be like mongodb://USER:PASSWORD@db.example.org/headbadge, or begin with mongodb+srv://. ' +
          passwordMessage,
      ),
      v.description(
        'a MongoDB server, replica set or cluster; the path may name the database, else `headbadge`. Write special ' +
          'letters of the password as `%2F`, `%40` and so on',
      ),
      v.metadata({ default: 'the embedded database' }),
    ),
  ),
  SEARCH_URL: v.optional(
    v.pipe(
      v.string(),
      v.transform(readSearchUrl),
      v.instance(
        SearchAddress,
        'SEARCH_URL must be like https://USER:PASSWORD@search.example.org:9200/headbadge, and the name after the host ' +
          `can have small letters, digits, - and _. ${passwordMessage}`,
      ),
      v.description(
        'an OpenSearch server for more than 250,000 bikes, see "Search": ' +
          '`https://USER:PASSWORD@search.example.org:9200/headbadge`',
      ),
      v.metadata({ default: "this process's memory" }),
    ),
  ),
  STORAGE_URL: v.optional(
    v.pipe(v.string(), v.description('photos in the data folder, or `s3://…` for a bucket of any S3, see below')),
    'file:',
  ),
  ...backupSettings,
  MAIL_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => text === 'file:' || isMailUrl(text),
        `MAIL_URL must be file: or like smtp://USER:PASSWORD@mail.example.org:587, or smtps://. ${passwordMessage}`,
      ),
      v.description('`smtp://USER:PASSWORD@mail.example.org:587`, or `smtps://…`; without it mails are files'),
    ),
    'file:',
  ),
  MAIL_TLS: v.optional(
    v.pipe(
      v.picklist(['required', 'optional'], 'MAIL_TLS must be required or optional.'),
      v.description(
        '`optional` lets mails and the password of `MAIL_URL` cross the network in clear text where the mail server offers no TLS; one on this machine never needs it',
      ),
    ),
    'required',
  ),
  OPERATOR_EMAIL: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (text) => v.is(Email, text),
        'OPERATOR_EMAIL must be one e-mail address, such as operator@headbadge.example.',
      ),
      v.transform((text) => v.parse(Email, text)),
      v.description('receives the messages of the contact page; push services learn it, to complain'),
      v.metadata({ default: '`operator@` the host' }),
    ),
  ),
  KEYS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((key) => key.trim())),
      v.check((keys) => keys.every(Boolean), 'KEYS must be secrets separated by commas, the newest first.'),
      v.description(
        'secrets separated by commas, the newest first; the same on every machine. To change one, see "Changing the keys"',
      ),
      v.metadata({ default: 'generated into `DATA_DIR`' }),
    ),
  ),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      v.string(),
      v.transform(readProxies),
      v.instance(
        BlockList,
        'TRUSTED_PROXIES must be addresses or networks separated by commas, such as 127.0.0.1, 10.0.0.0/8.',
      ),
      v.description('proxies whose `X-Forwarded-For` is believed: `127.0.0.1, 10.0.0.0/8, ::1`'),
    ),
  ),
  WEBHOOK_NETWORKS: v.optional(
    v.pipe(
      v.string(),
      v.transform(readProxies),
      v.instance(
        BlockList,
        'WEBHOOK_NETWORKS must be addresses or networks separated by commas, such as 127.0.0.1, 10.0.0.0/8.',
      ),
      v.description(
        'addresses of your own that webhooks may reach besides the public internet, also without TLS: `127.0.0.1, 10.0.0.0/8`',
      ),
    ),
  ),
  ...challengeSettings,
  ...servicesSettings,
  ...openIdSettings,
  METRICS_PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, metricsPortMessage),
      v.transform(Number),
      v.minValue(1, metricsPortMessage),
      v.maxValue(65_535, metricsPortMessage),
      v.description('serves `/metrics` for Prometheus on a port of its own, see below'),
    ),
  ),
  METRICS_HOST: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w.:-]+$/, 'METRICS_HOST must be an address, such as 127.0.0.1.'),
      v.description('the address of `METRICS_PORT`'),
    ),
    '127.0.0.1',
  ),
  METRICS_TOKEN: v.optional(
    v.pipe(
      v.string(),
      // The characters that may follow "Bearer" (RFC 6750, 2.1).
      v.regex(/^[\w.~+/-]{16,}=*$/, 'METRICS_TOKEN must have at least 16 letters, digits or characters of -._~+/.'),
      v.description(
        'what a scraper must bring as `Authorization: Bearer …`; without `METRICS_PORT`, `/metrics` is on the port of the site',
      ),
    ),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isHttpUrl,
        'OTEL_EXPORTER_OTLP_ENDPOINT must be http:// or https:// with a host, such as http://127.0.0.1:4318.',
      ),
      v.description('an OpenTelemetry collector that receives traces over http/protobuf: `http://127.0.0.1:4318`'),
    ),
  ),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:0|1|0?\.\d+|1\.0+)$/, shareMessage),
      v.transform(Number),
      v.description('the share of requests that is traced, from 0 to 1'),
    ),
    '1',
  ),
  DEMO: v.optional(
    v.pipe(v.picklist(['on', 'off'], 'DEMO must be on or off.'), v.description('`off`: the first start is empty')),
    'on',
  ),
  LOG_LEVEL: v.optional(
    v.pipe(
      v.picklist(logLevels, `LOG_LEVEL must be one of ${logLevels.join(', ')}.`),
      v.description(`how much is logged: ${logLevels.map((level) => `\`${level}\``).join(', ')}`),
    ),
    'info',
  ),
});

/** Every environment variable that the site and its tests read. */
const settingNames = [
  ...Object.keys(Environment.entries),
  ...['CHROMIUM', 'TEST_PHOTOS', 'TEST_OPENSEARCH', 'TEST_MONGODB_URL', 'MONGODB_SPEC_TESTS', 'MONGODB_SPEC_PASSES'],
];

/** Whether a host name always means this machine. An IPv6 address may be in brackets, as in a URL. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
/** Whether somebody could guess a key. */
export const isWeakKey = (key: string): boolean => key.length < minKeyLength || new Set(key).size < 8;

/** Reports an existing data folder that cannot be used. A missing one is created when it is needed. */
function dataDirFault(dataDir: string): string[] {
  try {
    const found = statSync(dataDir, { throwIfNoEntry: false });
    if (found && !found.isDirectory()) return [`DATA_DIR must be a folder, but ${dataDir} is something else.`];
    if (found) accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    return [`DATA_DIR cannot be used: ${(error as Error).message}.`];
  }
}

/** Creates the data folder if it is missing. @throws ConfigError */
export function createDataDir(dataDir: string): void {
  try {
    createFolder(dataDir);
  } catch (error) {
    throw new ConfigError([`DATA_DIR cannot be used: ${(error as Error).message}.`]);
  }
}

/** The keys that were generated at the first start; only this account may read the file. */
function ownKeys(dataDir: string): string[] {
  const path = join(dataDir, 'keys');
  const keys = readKeys(dataDir, path);
  if (keys.length === 0) throw new ConfigError([`${path} is empty. Delete it, or set KEYS.`]);
  return keys;
}

/** @throws ConfigError */
function readKeys(dataDir: string, path: string): string[] {
  createDataDir(dataDir);
  try {
    try {
      writeFileSync(path, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    throw new ConfigError([`DATA_DIR cannot be used: ${(error as Error).message}.`]);
  }
}

/** The photo storage; undefined for the data folder. */
function storageOf(env: Record<string, string | undefined>): S3Address | string[] | undefined {
  const { STORAGE_URL: url = 'file:' } = env;
  return url === 'file:' ? undefined : readS3Url(url, env);
}

function metricsOf(settings: v.InferOutput<typeof Environment>): MetricsSetting | null {
  const { METRICS_HOST: host, METRICS_PORT: port, METRICS_TOKEN: token } = settings;
  return port || token ? { host, port, token } : null;
}

/** Reads the settings from the environment; an empty variable counts as unset. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const result = v.safeParse(Environment, nonEmpty);
  const storage = storageOf(nonEmpty);
  const challenge = readChallenge(nonEmpty);
  const services = readServices(nonEmpty);
  const dataDir = resolve(nonEmpty.DATA_DIR ?? defaultDataDir);
  const backup = readBackup(nonEmpty, dataDir);
  const misplaced = dataDirFault(dataDir);
  const isWrong =
    Array.isArray(storage) || Array.isArray(backup) || Array.isArray(challenge) || Array.isArray(services);
  if (!result.success || isWrong || misplaced.length > 0) {
    const others = [storage, backup, challenge, services].flatMap((one) => (Array.isArray(one) ? one : []));
    throw new ConfigError([...(result.issues ?? []).map((issue) => issue.message), ...others, ...misplaced]);
  }
  const settings = result.output;
  const publicOrigin = settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`;
  const secure = publicOrigin.startsWith('https:');
  if (secure && settings.KEYS?.some(isWeakKey)) {
    throw new ConfigError([`KEYS must be random and have at least ${minKeyLength} characters each.`]);
  }
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicOrigin,
    secure,
    dataDir,
    mongodbUrl: settings.MONGODB_URL,
    storage,
    search: settings.SEARCH_URL,
    backup,
    mailUrl: settings.MAIL_URL,
    mailTls: settings.MAIL_TLS,
    operatorEmail: settings.OPERATOR_EMAIL,
    keys: settings.KEYS ?? ownKeys(dataDir),
    trustedProxies: settings.TRUSTED_PROXIES ?? new BlockList(),
    webhookNetworks: settings.WEBHOOK_NETWORKS ?? new BlockList(),
    challenge,
    services,
    openIdProviders: settings.OPENID_PROVIDERS ?? [],
    demo: settings.DEMO === 'on',
    production: secure,
    // Behind a proxy everybody reaches the loopback address.
    mailbox:
      !secure &&
      isLoopback(settings.HOST) &&
      isLoopback(new URL(publicOrigin).hostname) &&
      settings.MAIL_URL === 'file:' &&
      !settings.TRUSTED_PROXIES,
    logLevel: settings.LOG_LEVEL,
    metrics: metricsOf(settings),
    traces: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { url: settings.OTEL_EXPORTER_OTLP_ENDPOINT, share: settings.OTEL_TRACES_SAMPLER_ARG }
      : null,
    misspelled: misspelledIn(env, settingNames),
  };
}
