import { isPublicAddress } from '#api/platform/addresses/public-address.ts';
import type { SeenRequest } from '#api/platform/http/seen-request.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** The address that the doctor claims to come from: nobody's (RFC 5737). */
export const forged = '203.0.113.9';

const nginx = 'In nginx: "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for". Caddy does so by itself.';

/**
 * Judges how a request with a forged X-Forwarded-For arrived.
 * @param behindProxy whether there is a proxy
 * @param secure whether visitors use https
 */
export function forwardingFindings(seen: SeenRequest, behindProxy: boolean, secure = behindProxy): Finding[] {
  return [addressFinding(seen, behindProxy), ...(secure ? protoFindings(seen) : [])];
}

function addressFinding(seen: SeenRequest, behindProxy: boolean): Finding {
  const { client, peer, isPeerTrusted } = seen;
  const entries = seen.forwardedFor?.split(',').map((entry) => entry.trim()) ?? [];
  /** The entries of the proxies: the first one is where this request came from. */
  const added = entries.slice(entries.lastIndexOf(forged) + 1);
  const first = added[0];
  if (client === forged) {
    if (first === undefined) {
      return fault(
        'A forged X-Forwarded-For is believed: every visitor can pass for any address, and evade rate limits.',
        behindProxy
          ? `Let the proxy add the visitor's address. ${nginx}`
          : `Remove ${peer} from TRUSTED_PROXIES: no proxy is there.`,
      );
    }
    if (isPublicAddress(first)) {
      return warning(
        `TRUSTED_PROXIES covers ${first}, from which this command asked: whoever connects from there can pass for any address.`,
        'Right if that is the proxy itself. Otherwise let TRUSTED_PROXIES name proxies only.',
      );
    }
    return ok(
      `The proxy adds the visitor's address. (${first}, from which this command asked, is trusted itself, so that address was believed.)`,
    );
  }
  if (!isPeerTrusted) {
    if (first === undefined && !behindProxy)
      return ok('There is no proxy, and a forged X-Forwarded-For is not believed.');
    const alsoAdd = first === undefined ? ` and let the proxy add the visitor's address. ${nginx}` : ', and restart.';
    return fault(
      `The site takes the proxy at ${peer} for every visitor: all share its rate limits.`,
      `Add ${peer} to TRUSTED_PROXIES${alsoAdd}`,
    );
  }
  if (first === undefined) {
    return fault(
      `The proxy at ${peer} names no visitor: all of them share its address and its rate limits.`,
      `Let it add the visitor's address. ${nginx}`,
    );
  }
  if (client !== first) {
    return warning(
      `The site takes ${client} for the visitor, but the first proxy names ${first}.`,
      `If ${client} is a proxy of yours, add it to TRUSTED_PROXIES.`,
    );
  }
  return ok(`The proxy at ${peer} names the visitor (${client}), and a forged X-Forwarded-For is not believed.`);
}

/** The site knows its own origin, but what runs beside it may not. */
function protoFindings({ forwardedProto }: SeenRequest): Finding[] {
  if (forwardedProto === null || /(?:^|,\s*)https$/.test(forwardedProto)) return [];
  return [
    warning(
      `X-Forwarded-Proto arrives as "${forwardedProto}", although visitors use https.`,
      'In nginx: "proxy_set_header X-Forwarded-Proto $scheme", in the server that speaks TLS.',
    ),
  ];
}
