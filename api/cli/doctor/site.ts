import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';
import { keyHolder, SeenRequest, seenRequestPath } from '#api/platform/http/seen-request.ts';
import type { Config } from '#api/platform/settings/config.ts';
import { version } from '#api/version.ts';
import { photoLimits } from '#contract/photos.ts';
import { type Answer, ask, NoAnswer } from './ask.ts';
import { clockFinding } from './clock.ts';
import { type Check, type Deployment, type Finding, fault, ok, warning } from './finding.ts';
import { forged, forwardingFindings } from './forwarding.ts';
import { tlsFindings } from './tls.ts';

const uploadTimeoutMs = 120_000;
const MB = 1024 * 1024;

type Asked = Answer | NoAnswer;
export const tryAsking = (...args: Parameters<typeof ask>): Promise<Asked> =>
  ask(...args).catch((error: unknown) => {
    if (error instanceof NoAnswer) return error;
    throw error;
  });

/** The version that a site's `/healthz` names; null if it is none of ours. */
export function versionIn(answer: Asked): string | null {
  if (answer instanceof NoAnswer || answer.status !== 200) return null;
  try {
    return v.parse(v.object({ status: v.literal('ok'), version: v.string() }), JSON.parse(String(answer.body))).version;
  } catch {
    return null;
  }
}

/** The address of a port of this machine, also of one that listens everywhere. */
export function localOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Why PUBLIC_ORIGIN does not show the site. */
function unreachable(origin: string, answer: Asked): Finding {
  if (!(answer instanceof NoAnswer)) {
    const { status } = answer;
    if (status >= 502 && status <= 504) {
      const found = `The proxy at ${origin} does not reach the site (${status}).`;
      return fault(found, "Let it pass requests to the site's HOST and PORT, and see its log.");
    }
    const found = `${origin} answers, but not as this site does (${status} for /healthz).`;
    return fault(found, 'Let the proxy pass every path of this host to the site, or correct PUBLIC_ORIGIN.');
  }
  const found = `${origin} does not answer: ${answer.message}.`;
  if (/ENOTFOUND|EAI_AGAIN/.test(answer.code)) return fault(found, "Correct PUBLIC_ORIGIN, or the name's DNS records.");
  return fault(found, 'Start the proxy, let the firewall pass its port, or correct PUBLIC_ORIGIN.');
}

export const site: Check = {
  name: 'Site',
  async run(deployment) {
    const { config } = deployment;
    const { publicOrigin, secure } = config;
    const [near, far] = await Promise.all(
      [localOrigin(config), publicOrigin].map((origin) => tryAsking(`${origin}/healthz`)),
    );
    if (!near || !far) return [];
    const running = versionIn(far);
    // A proxy may be there without the site.
    const tls =
      secure && !(far instanceof NoAnswer) ? await tlsFindings(publicOrigin, running === null ? null : far) : [];
    if (running === null) {
      if (versionIn(near) !== null || (secure && !(far instanceof NoAnswer && far.code === 'ECONNREFUSED')))
        return [unreachable(publicOrigin, far), ...tls];
      const found = `The site is not running at ${publicOrigin}, so its proxy, certificate and version were not checked.`;
      return [warning(found, 'Start it, and run this again.')];
    }
    return [
      ok(`It answers at ${publicOrigin}.`),
      await readyFinding(publicOrigin),
      await versionFinding(publicOrigin, running),
      ...clockFindings(far as Answer),
      ...tls,
      ...(await proxyFindings(deployment, far as Answer)),
    ];
  },
};

async function readyFinding(origin: string): Promise<Finding> {
  const answer = await tryAsking(`${origin}/readyz`);
  if (!(answer instanceof NoAnswer) && answer.status === 200)
    return ok('It is ready: its database answers, and its disk has room.');
  const found = 'It says that it is not ready: its database does not answer within 2 seconds, or its disk is full.';
  return fault(found, 'See the other findings, and its log for "site.not-ready".');
}

/** Compares the running site with this checkout, also with the page that was built here. */
async function versionFinding(origin: string, running: string): Promise<Finding> {
  const fix = 'Restart the site if this checkout is the newer one; update the checkout otherwise.';
  if (running !== version) return warning(`Version ${running} is running, but this checkout is ${version}.`, fix);
  const built = await readFile(join(import.meta.dirname, '../../../dist/worker.js')).catch(() => null);
  const served = await tryAsking(`${origin}/worker.js`);
  if (!built || served instanceof NoAnswer || served.status !== 200) return ok(`Version ${running} is running.`);
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  if (hashOf(built) === hashOf(served.body))
    return ok(`Version ${running} is running, with the page that was built here.`);
  return warning(`Version ${running} is running, but with another page than the one that was built here.`, fix);
}

function clockFindings({ headers }: Answer): Finding[] {
  const date = Date.parse(String(headers.date ?? ''));
  // The header has whole seconds: on average it is half a second late.
  return Number.isNaN(date) ? [] : [clockFinding('the site', date + 500 - Date.now())];
}

/** Whether a proxy answers at the public origin: the site speaks no TLS, listens on its own port, and names no server. */
function isBehindProxy({ publicOrigin, port, secure }: Config, { headers }: Answer): boolean {
  const asked = Number(new URL(publicOrigin).port || (secure ? 443 : 80));
  return secure || asked !== port || headers.server !== undefined || headers.via !== undefined;
}

/** Asks the site what arrives of a forged request, and of a large one. */
async function proxyFindings({ config, hasKeys }: Deployment, far: Answer): Promise<Finding[]> {
  const { publicOrigin, secure, keys } = config;
  const url = publicOrigin + seenRequestPath;
  const headers = (key: string) => ({ Authorization: keyHolder(key, new Date()), 'X-Forwarded-For': forged });
  // While the keys are changed, a process may not know the newest one yet.
  let seen: SeenRequest | null = null;
  let known = '';
  for (const key of hasKeys ? keys : []) {
    seen ??= seenIn(await tryAsking(url, { headers: headers(key) }));
    if (seen) known ||= key;
  }
  if (!seen) {
    const found = 'The site does not tell what its proxy passes on, so that was not checked.';
    return [warning(found, 'Run this with the KEYS, or the DATA_DIR, and the version of the running site.')];
  }
  const { bytes } = photoLimits;
  const sent = await tryAsking(url, { method: 'PUT', headers: headers(known), bytes, timeoutMs: uploadTimeoutMs });
  return [...forwardingFindings(seen, isBehindProxy(config, far), secure), uploadFinding(sent)];
}

function seenIn(answer: Asked | null): SeenRequest | null {
  if (answer === null || answer instanceof NoAnswer || answer.status !== 200) return null;
  try {
    return v.parse(SeenRequest, JSON.parse(String(answer.body)));
  } catch {
    return null;
  }
}

function uploadFinding(answer: Asked): Finding {
  const size = `${photoLimits.bytes / MB} MB`;
  if (seenIn(answer)?.bytes === photoLimits.bytes)
    return ok(`An upload of ${size} arrives, as large as a photo may be.`);
  const said = answer instanceof NoAnswer ? answer.message : String(answer.status);
  return fault(
    `An upload of ${size} does not arrive (${said}), but a photo may be that large.`,
    'Raise the limit of the proxy. In nginx: "client_max_body_size 24m". In Caddy: "request_body { max_size 24MB }".',
  );
}
