import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublicAddress } from '#api/platform/addresses/public-address.ts';
import { isLoopback } from '#api/platform/settings/config.ts';
import { NoAnswer } from './ask.ts';
import { type Check, type Finding, fault, messageOf, ok, warning } from './finding.ts';
import { localOrigin, tryAsking, versionIn } from './site.ts';

type Asked = Awaited<ReturnType<typeof tryAsking>>;

const isOurs = (answer: Asked): boolean =>
  !(answer instanceof NoAnswer) && answer.status === 200 && answer.body.includes('headbadge_build_info');

export const metrics: Check = {
  name: 'Metrics',
  async run({ config }) {
    if (!config.metrics) return [];
    const { host, port, token } = config.metrics;
    const reached = port === undefined || token ? [] : reachFindings(host, port, addressesHere());
    if (port !== undefined && port === config.port)
      return [
        fault(`METRICS_PORT and PORT are both ${port}: the site does not start.`, 'Give them different numbers.'),
      ];
    const own = localOrigin(port === undefined ? config : { host, port });
    const url = `${own}/metrics`;
    const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    const answer = await tryAsking(url, { headers });
    if (isOurs(answer)) return [...(await openFindings(url, token)), ...reached];
    const isRunning = versionIn(await tryAsking(`${localOrigin(config)}/healthz`)) !== null;
    if (port === undefined && !isRunning)
      return [ok('They are on the port of the site, which is not running: not checked.')];
    if (answer instanceof NoAnswer) {
      const taken = port === undefined ? null : await portFinding(host, port);
      if (taken) return [taken, ...reached];
      const what = `${url} does not answer`;
      if (isRunning) return [fault(`The site runs, but ${what}.`, 'Restart it with these METRICS_ settings.')];
      return [ok(`Port ${port} is free for them.`), ...reached];
    }
    if (!isRunning || (answer.status !== 404 && answer.status !== 200)) {
      const found = `Something else listens at METRICS_PORT ${port} (${answer.status}).`;
      return [fault(found, 'Choose another METRICS_PORT, or end what listens there.')];
    }
    const what = token ? 'refuses METRICS_TOKEN' : 'serves none';
    const found = `${url} ${what} (${answer.status}).`;
    return [
      fault(found, 'Restart the site with these METRICS_ settings. Each process needs a METRICS_PORT of its own.'),
    ];
  },
};

/** Whether metrics are refused to those without the token. */
async function openFindings(url: string, token: string | undefined): Promise<Finding[]> {
  if (!token) return [ok(`They are at ${url}.`)];
  if (isOurs(await tryAsking(url)))
    return [fault(`${url} answers without METRICS_TOKEN, too.`, 'Restart the site: it runs without that setting.')];
  return [ok(`They are at ${url}, with METRICS_TOKEN only.`)];
}

/** Why the site could not listen there; null if it could. */
async function portFinding(host: string, port: number): Promise<Finding | null> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const found = `The site cannot listen at METRICS_HOST ${host}, port ${port}: ${messageOf(error)}.`;
    if (code === 'EADDRINUSE') return fault(found, 'Choose another METRICS_PORT, or end what listens there.');
    if (code === 'EACCES') return fault(found, 'Choose a METRICS_PORT from 1024 on.');
    return fault(found, 'Set METRICS_HOST to an address of this machine, such as 127.0.0.1.');
  } finally {
    server.close();
  }
}

const addressesHere = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) =>
    all.flatMap(({ internal, address }) => (internal || address.startsWith('fe80:') ? [] : [address])),
  );

/** Judges from where metrics can be read without a token. @param here addresses of this machine that others may reach */
export function reachFindings(host: string, port: number, here: string[]): Finding[] {
  const reached = host === '0.0.0.0' || host === '::' ? here : isLoopback(host) ? [] : [host];
  if (reached.length === 0) return [];
  const open = reached.filter(isPublicAddress);
  if (open.length > 0)
    return [
      fault(
        `Anybody on the internet may read metrics without a token, at ${open.join(' and ')} port ${port}.`,
        'Set METRICS_TOKEN, or METRICS_HOST to 127.0.0.1.',
      ),
    ];
  return [
    warning(
      `Whoever reaches ${reached.join(' or ')} port ${port} reads metrics without a token.`,
      'Set METRICS_TOKEN, or METRICS_HOST to 127.0.0.1. In a container, or behind a firewall, see that nobody else gets there.',
    ),
  ];
}
