import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, getCACertificates } from 'node:tls';
import { type Answer, ask } from './ask.ts';
import { type Finding, fault, messageOf, ok, warning } from './finding.ts';

const timeoutMs = 10_000;
const dayMs = 86_400_000;
/** Certificates are renewed a month before they end; a renewal that fails for two weeks has been forgotten. */
const lateDays = 14;
const halfYear = 15_552_000;

const renew = 'Renew it, and see why that did not happen by itself: "certbot renew --dry-run", or the log of Caddy.';

/** Judges certificate, protocol and headers of an https origin. @param answer the site's through the proxy; null if there is none */
export async function tlsFindings(origin: string, answer: Answer | null): Promise<Finding[]> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(!isIP(host) && { servername: host }),
    ALPNProtocols: ['h2', 'http/1.1'],
    // Browsers of a company trust what its systems trust.
    ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])],
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) });
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / dayMs);
    const error = socket.authorized ? null : String(socket.authorizationError);
    return [
      certificateFinding(days, error),
      protocolFinding(socket.alpnProtocol || null),
      ...(answer ? [hstsFinding(answer)] : []),
      ...(port ? [] : await redirectFindings(host)),
    ];
  } catch (error) {
    return [fault(`TLS with ${origin} fails: ${messageOf(error)}.`, "See the proxy's log.")];
  } finally {
    socket.destroy();
  }
}

function certificateFinding(days: number, error: string | null): Finding {
  if (days < 0) return fault(`The certificate ended ${-days} days ago: browsers show a warning.`, renew);
  if (error !== null) {
    return fault(
      `Browsers do not accept the certificate (${error}).`,
      'Let the proxy send a certificate for the host of PUBLIC_ORIGIN, with its issuer\'s ("fullchain.pem").',
    );
  }
  if (days < lateDays) return warning(`The certificate ends in ${days} days.`, renew);
  return ok(`The certificate is valid for ${days} more days.`);
}

function protocolFinding(protocol: string | null): Finding {
  if (protocol === 'h2') return ok('The proxy speaks HTTP/2.');
  const fix = 'In nginx: "listen 443 ssl http2". Caddy speaks it by itself.';
  return warning('The proxy speaks no HTTP/2: a page with many photos loads slowly.', fix);
}

function hstsFinding({ headers }: Answer): Finding {
  const [, seconds = '0'] = /max-age=(\d+)/.exec(String(headers['strict-transport-security'] ?? '')) ?? [];
  if (Number(seconds) >= halfYear) return ok('Browsers are told to use https only (HSTS).');
  const fix = 'The site sends the header: let the proxy pass Strict-Transport-Security on as it is.';
  return warning('Answers lack HSTS: a first visit over http can be redirected by anybody in between.', fix);
}

/** Whether the address without https leads to the one with it. */
async function redirectFindings(host: string): Promise<Finding[]> {
  const answer = await ask(`http://${isIP(host) === 6 ? `[${host}]` : host}/`).catch(() => null);
  if (!answer || String(answer.headers.location ?? '').startsWith('https://')) return [];
  const fix = 'Redirect port 80 to https. In nginx: "return 301 https://$host$request_uri".';
  return [warning(`http://${host} does not lead to https.`, fix)];
}
