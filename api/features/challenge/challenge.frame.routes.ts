import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Visitor } from '#api/platform/http/kit.ts';
import type { CheckAccount } from '#api/platform/settings/challenge-setting.ts';
import { challengeFrame } from '#contract/challenge.ts';
import { vendors } from './challenge.vendors.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const style = ':root { color-scheme: light dark } body { margin: 0 }';

/** The script that shows the vendor's widget and posts the token to the parent page; null on failure. */
const scriptOf = ({ kind, siteKey }: CheckAccount): string => `
const tell = (token) => parent.postMessage({ challenge: token }, location.origin);
const failed = () => tell(null);
globalThis.showCheck = () => globalThis[${JSON.stringify(vendors[kind].global)}].render('check', {
  sitekey: ${JSON.stringify(siteKey)},
  theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  callback: tell,
  'error-callback': failed,
});
const script = document.createElement('script');
script.src = ${JSON.stringify(`${vendors[kind].script}?render=explicit&onload=showCheck`)};
script.onerror = failed;
document.head.append(script);
`;

const policyOf = ({ kind }: CheckAccount, script: string): string => {
  const theirs = vendors[kind].hosts.join(' ');
  return Object.entries({
    'default-src': "'none'",
    'script-src': `${hashOf(script)} ${theirs}`,
    'style-src': `${hashOf(style)} ${theirs}`,
    'frame-src': theirs,
    'connect-src': theirs,
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'self'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
};

/**
 * The page in an iframe of ours in which a vendor checks a person. Its script is same-origin, so it could read the
 * parent page. A sandbox without an origin would break Turnstile, which only listens to frames of the vendor's own
 * origin.
 */
export function challengeFrameRoutes(account: CheckAccount): Hono<Visitor> {
  const script = scriptOf(account);
  const policy = policyOf(account, script);
  return new Hono<Visitor>().get(challengeFrame, (c) => {
    c.set('policy', policy);
    c.header('Cache-Control', 'no-cache');
    return c.html(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Check by ${vendors[account.kind].name}</title>
    <style>${raw(style)}</style>
  </head>
  <body><div id="check"></div><script>${raw(script)}</script></body>
</html>`);
  });
}
