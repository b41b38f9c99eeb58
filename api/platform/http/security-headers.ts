import type { InlineHashes } from '#api/platform/response-cache.ts';
import { videoFrames } from '#contract/video.ts';

export const nothingInline: InlineHashes = { styles: [], scripts: [] };

/**
 * Writes the content security policy of a page.
 * @param inline the inline styles and scripts to allow
 * @param connected further origins to allow connections to
 */
export const policyWith = ({ styles, scripts }: InlineHashes, connected: readonly string[] = []): string =>
  Object.entries({
    'default-src': "'none'",
    'script-src': ["'self'", ...scripts].join(' '),
    'style-src': ["'self'", ...styles].join(' '),
    'img-src': "'self' blob: data:",
    'font-src': "'self'",
    'connect-src': ["'self'", ...connected].join(' '),
    'manifest-src': "'self'",
    'worker-src': "'self'",
    // A cached page keeps its policy, even if a CAPTCHA vendor is configured later.
    'frame-src': ["'self'", ...videoFrames].join(' '),
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

const twoYears = 'max-age=63072000; includeSubDomains';

type Site = {
  /** Whether the site is served over https. */
  secure: boolean;
  /** Further origins that pages may connect to. */
  connected: readonly string[];
};

/** The security headers of every response; over https with HSTS. */
export const securityHeaders = ({ secure, connected }: Site): Record<string, string> => ({
  'content-security-policy': policyWith(nothingInline, connected),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  ...(secure && { 'strict-transport-security': twoYears }),
});
