import { type Config, isLoopback } from '../settings/config.ts';

const timeLimits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * The options of a connection to a mail server. Where TLS is demanded, a server that offers none gets neither the
 * password nor a mail, because somebody on the way may have removed its offer. A server on this machine may be plain.
 */
export function smtpOptions(mailUrl: string, tls: Config['mailTls']) {
  const url = new URL(mailUrl);
  // In the address, because its query overrides all other options.
  if (tls === 'required' && !isLoopback(url.hostname)) url.searchParams.set('requireTLS', 'true');
  return { url: url.href, ...timeLimits };
}
