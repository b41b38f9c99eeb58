import { parseUrl } from '#contract/parse-url.ts';

/** An account with an S3. Its secret is private, so that no log and no error can print it. */
class S3Keys {
  readonly id: string;
  /** Goes with keys that are lent for a while. */
  readonly #session: string | undefined;
  readonly #secret: string;

  constructor(id: string, secret: string, session?: string) {
    this.id = id;
    this.#secret = secret;
    this.#session = session;
  }

  /** What signs a request. */
  reveal(): { accessKeyId: string; secretAccessKey: string; sessionToken?: string } {
    const session = this.#session;
    return { accessKeyId: this.id, secretAccessKey: this.#secret, ...(session && { sessionToken: session }) };
  }
}

/** A bucket in an S3. */
export type S3Address = {
  bucket: string;
  /** What every key begins with: empty, or ending with `/`. */
  prefix: string;
  region: string;
  /** The bucket's own address, without a `/` at its end. */
  url: string;
  keys: S3Keys;
};

type Environment = Record<string, string | undefined>;

const bucketName = /^[\w.-]{3,63}$/;
const prefixPath = /^(\/[\w.-]+)*\/?$/;
const regionName = /^[\w-]{1,64}$/;
/** What must not be in a header: fetch would print the whole value. */
const noHeader = /[^\x21-\x7e]/;
const known = new Set(['region', 'endpoint', 'style']);
/** What S3 look-alikes that know no regions expect. */
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
  // From a file they come with a line break.
  const [id, secret, session] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'].map((name) =>
    env[name]?.trim(),
  );
  return id && secret ? new S3Keys(id, secret, session) : null;
}

/** The bucket's address. AWS wants the bucket in the host's name; a dot in it would not match its certificate. */
function addressOf(bucket: string, region: string, endpoint: URL | null, style: string | null): string {
  const base = endpoint ?? new URL(`https://s3.${region}.amazonaws.com`);
  const path = base.pathname.replace(/\/+$/, '');
  const inHost = style ? style === 'host' : !endpoint && !bucket.includes('.');
  return inHost ? `${base.protocol}//${bucket}.${base.host}${path}` : `${base.origin}${path}/${bucket}`;
}

/**
 * Reads `s3://KEY:SECRET@bucket/prefix?region=…&endpoint=https://…&style=path|host`, of which only the bucket must be
 * there: keys and region may be in AWS's own variables, and without an endpoint it is AWS.
 * @returns the address, or the faults, one sentence each and without anything secret
 */
export function readS3Url(text: string, env: Environment): S3Address | string[] {
  const url = parseUrl(text);
  if (url?.protocol !== 's3:') {
    return ['STORAGE_URL must be file: or like s3://KEY:SECRET@bucket. In the secret, write / as %2F and @ as %40.'];
  }
  const faults: string[] = [];
  const option = (name: string) => url.searchParams.get(name) || null;
  const bucket = url.hostname;
  if (!bucketName.test(bucket) || url.port) {
    faults.push('STORAGE_URL must name a bucket after s3:// or after the @. An address goes into ?endpoint=https://….');
  }
  if (!prefixPath.test(url.pathname) || url.pathname.split('/').some((part) => part === '.' || part === '..')) {
    faults.push('STORAGE_URL may have letters, digits, dots, _ and - in the path after its bucket.');
  }
  const unknown = [...url.searchParams.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0 || url.hash)
    faults.push('STORAGE_URL knows ?region=, &endpoint= and &style= and nothing else.');
  const endpoint = option('endpoint') ? parseUrl(option('endpoint') ?? '') : null;
  if (option('endpoint') && (!/^https?:$/.test(endpoint?.protocol ?? '') || endpoint?.username || endpoint?.search)) {
    faults.push('STORAGE_URL needs an endpoint such as https://s3.example.org, without keys in it.');
  }
  const style = option('style');
  if (style && style !== 'path' && style !== 'host') faults.push('STORAGE_URL knows style=path and style=host.');
  const region = option('region') ?? (env.AWS_REGION || env.AWS_DEFAULT_REGION || (endpoint ? anyRegion : ''));
  if (!regionName.test(region)) faults.push('STORAGE_URL needs a region, such as ?region=eu-central-1, or AWS_REGION.');
  const keys = keysOf(url, env);
  if (!keys) {
    faults.push('STORAGE_URL needs KEY:SECRET@ before its bucket, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  }
  const { accessKeyId = '', secretAccessKey = '', sessionToken = '' } = keys?.reveal() ?? {};
  if (noHeader.test(accessKeyId + secretAccessKey + sessionToken)) {
    faults.push('STORAGE_URL, or AWS_ACCESS_KEY_ID and its kind, must hold keys of ASCII without spaces.');
  }
  if (faults.length > 0 || !keys) return faults;
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  return { bucket, prefix: prefix && `${prefix}/`, region, url: addressOf(bucket, region, endpoint, style), keys };
}
