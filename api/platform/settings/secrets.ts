/** Names of variables whose whole value is secret. */
const isSecret = /(?:TOKEN|SECRET|PASSWORD|ACCESS_KEY|HEADERS)$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the secrets in an environment, as they are written there and as they are sent. */
function secretsIn(env: Record<string, string | undefined>): string[] {
  const passwords = Object.values(env).flatMap((value = '') => /:\/\/[^:@/\s]*:([^/\s]*)@/.exec(value)?.[1] ?? []);
  const secrets = [
    ...passwords,
    ...(env.KEYS?.split(',').map((key) => key.trim()) ?? []),
    ...Object.keys(env).flatMap((name) => (isSecret.test(name) ? (env[name]?.trim() ?? '') : [])),
    env.CHALLENGE?.split(':')[2] ?? '',
    env.ERROR_REPORTS?.split(':')[1] ?? '',
    ...Array.from(env.OPENID_PROVIDERS?.matchAll(/"clientSecret"\s*:\s*"([^"]*)"/g) ?? [], ([, secret = '']) => secret),
  ];
  return [...new Set([...secrets, ...secrets.map(decoded), ...secrets.map(encodeURIComponent)])]
    .filter((secret) => secret.length > 2)
    .sort((a, b) => b.length - a.length);
}

/** Removes every secret of an environment from a text. */
export const withoutSecrets = (text: string, env: Record<string, string | undefined>): string =>
  secretsIn(env).reduce((said, secret) => said.replaceAll(secret, '[hidden]'), text);
