import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A request as received; header names are lower-case. */
export type SignedRequest = {
  method: string;
  /** Path and query, as sent. */
  target: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
};

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** "UriEncode" of the specification: encodes everything but letters, digits and `-._~`. */
const uriEncoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function canonicalQuery(query: string): string {
  const pairs = query.split('&').filter(Boolean);
  return pairs
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return [name, value].map((part) => uriEncoded(decodeURIComponent(part.replaceAll('+', ' '))));
    })
    .map((pair) => pair.join('='))
    .sort()
    .join('&');
}

type Signing = { secret: string; scope: string; time: string; signedHeaders: string[] };

/** Signature by AWS Signature Version 4 for S3. */
export function signatureOf(request: SignedRequest, { secret, scope, time, signedHeaders }: Signing): string {
  const [path = '', query = ''] = request.target.split(/\?(.*)/s);
  const canonicalRequest = [
    request.method,
    path
      .split('/')
      .map((part) => uriEncoded(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery(query),
    ...signedHeaders.map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    request.headers['x-amz-content-sha256'] ?? '',
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`);
  return hmac(key, toSign).toString('hex');
}

type Account = { id: string; secret: string; region: string };

const headerForm = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/;
const maxClockSkewMs = 15 * 60 * 1000;

/** Returns S3's error code for a bad signature; null when it is valid. */
export function faultOf(request: SignedRequest, { id, secret, region }: Account): string | null {
  const { headers, body } = request;
  const [, sentId, scope = '', names = '', signature = ''] = headerForm.exec(headers.authorization ?? '') ?? [];
  if (!sentId) return 'AccessDenied';
  if (sentId !== id) return 'InvalidAccessKeyId';
  const time = headers['x-amz-date'] ?? '';
  if (scope !== `${time.slice(0, 8)}/${region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed';
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - at) < maxClockSkewMs)) return 'RequestTimeTooSkewed';
  const signedHeaders = names.split(';');
  const needed = Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name === 'content-type');
  if (['host', ...needed].some((name) => !signedHeaders.includes(name))) return 'AccessDenied';
  const expected = signatureOf(request, { secret, scope, time, signedHeaders });
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return 'SignatureDoesNotMatch';
  return sha256(body) === headers['x-amz-content-sha256'] ? null : 'XAmzContentSHA256Mismatch';
}
