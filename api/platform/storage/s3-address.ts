import { parseUrl } from '#contract/parse-url.ts';

/** The credentials of an S3 account. The secret is a private field, so that no log and no error can print it. */
class S3Keys {
  readonly id: string;
  /** The session token of temporary credentials. */
  readonly #session: string | undefined;
  readonly #secret: string;

  constructor(id: string, secret: string, session?: string) {
    this.id = id;
    this.#secret = secret;
    this.#session = session;
  }

  /** Returns the credentials for signing. */
  reveal(): { accessKeyId: string; secretAccessKey: string; sessionToken?: string } {
    const session = this.#session;
    return { accessKeyId: this.id, secretAccessKey: this.#secret, ...(session && { sessionToken: session }) };
  }
}

/** An address that can be sent to a thread, with its secret in the open. */
export type PlainS3Address = Omit<S3Address, 'keys'> & { keys: ReturnType<S3Keys['reveal']> };

export const toPlainAddress = ({ keys, ...rest }: S3Address): PlainS3Address => ({ ...rest, keys: keys.reveal() });

export const fromPlainAddress = ({ keys, ...rest }: PlainS3Address): S3Address => ({
  ...rest,
  keys: new S3Keys(keys.accessKeyId, keys.secretAccessKey, keys.sessionToken),
});

export type S3Address = {
  bucket: string;
  /** The prefix of every key: empty, or ending with `/`. */
  prefix: string;
  region: string;
  /** The bucket's URL, without a trailing `/`. */
  url: string;
  keys: S3Keys;
};

type Environment = Record<string, string | undefined>;

const bucketName = /^[\w.-]{3,63}$/;
const prefixPath = /^(\/[\w.-]+)*\/?$/;
const regionName = /^[\w-]{1,64}$/;
/** Characters that a header cannot hold: fetch would print the whole value in its error. */
const noHeader = /[^\x21-\x7e]/;
const known = new Set(['region', 'endpoint', 'style']);
/** The region that S3-compatible servers without regions expect. */
const anyRegion = 'us-east-1';

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function keysOf(url: URL, env: Environment): S3Keys | null {
  if (url.username || url.password) {
    const [id, secret] = [decoded(url.username), decoded(url.password)];
    return id && secret ? new S3Keys(id, secret) : null;
  }
  // Values read from a file end with a line break.
  const [id, secret, session] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'].map((name) =>
    env[name]?.trim(),
  );
  return id && secret ? new S3Keys(id, secret, session) : null;
}

/**
 * Returns the bucket's URL. AWS expects the bucket in the host name, but a name with a dot would not match its
 * certificate.
 */
function addressOf(bucket: string, region: string, endpoint: URL | null, style: string | null): string {
  const base = endpoint ?? new URL(`https://s3.${region}.amazonaws.com`);
  const path = base.pathname.replace(/\/+$/, '');
  const inHost = style ? style === 'host' : !endpoint && !bucket.includes('.');
  return inHost ? `${base.protocol}//${bucket}.${base.host}${path}` : `${base.origin}${path}/${bucket}`;
}

/**
 * Reads `s3://KEY:SECRET@bucket/prefix?region=…&endpoint=https://…&style=path|host`. Only the bucket is required: keys
 * and region may be in AWS's own variables, and the default endpoint is AWS.
 * @param name the setting's name
 * @returns the address, or the faults, one sentence each and without secrets
 */
export function readS3Url(text: string, env: Environment, name = 'STORAGE_URL'): S3Address | string[] {
  const url = parseUrl(text);
  if (url?.protocol !== 's3:') {
    return [`${name} must be file: or like s3://KEY:SECRET@bucket. In the secret, write / as %2F and @ as %40.`];
  }
  const faults: string[] = [];
  const option = (key: string) => url.searchParams.get(key) || null;
  const bucket = url.hostname;
  if (!bucketName.test(bucket) || url.port) {
    faults.push(
      `${name} must name a bucket after s3:// or after the @. Add a server's address as ?endpoint=https://….`,
    );
  }
  if (!prefixPath.test(url.pathname) || url.pathname.split('/').some((part) => part === '.' || part === '..')) {
    faults.push(`The path after the bucket in ${name} can contain letters, digits, dots, _ and -.`);
  }
  const unknown = [...url.searchParams.keys()].filter((one) => !known.has(one));
  if (unknown.length > 0 || url.hash) faults.push(`${name} accepts only ?region=, &endpoint= and &style=.`);
  const endpoint = option('endpoint') ? parseUrl(option('endpoint') ?? '') : null;
  if (option('endpoint') && (!/^https?:$/.test(endpoint?.protocol ?? '') || endpoint?.username || endpoint?.search)) {
    faults.push(`${name} needs an endpoint such as https://s3.example.org, without keys in it.`);
  }
  const style = option('style');
  if (style && style !== 'path' && style !== 'host') faults.push(`The style in ${name} must be path or host.`);
  const region = option('region') ?? (env.AWS_REGION || env.AWS_DEFAULT_REGION || (endpoint ? anyRegion : ''));
  if (!regionName.test(region)) faults.push(`${name} needs a region, such as ?region=eu-central-1, or AWS_REGION.`);
  const keys = keysOf(url, env);
  if (!keys) {
    faults.push(`${name} needs KEY:SECRET@ before its bucket, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  }
  const { accessKeyId = '', secretAccessKey = '', sessionToken = '' } = keys?.reveal() ?? {};
  if (noHeader.test(accessKeyId + secretAccessKey + sessionToken)) {
    faults.push(`The keys in ${name} or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be ASCII without spaces.`);
  }
  if (faults.length > 0 || !keys) return faults;
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  return { bucket, prefix: prefix && `${prefix}/`, region, url: addressOf(bucket, region, endpoint, style), keys };
}
