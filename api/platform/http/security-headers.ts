import { videoFrames } from '#contract/video.ts';

/**
 * What a page may do.
 * @param styles inside it that it may have besides, as the policy writes their hashes
 * @param connected origins that it may send to besides
 */
export const policyWith = (styles: readonly string[] = [], connected: readonly string[] = []): string =>
  Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': ["'self'", ...styles].join(' '),
    'img-src': "'self' blob: data:",
    'font-src': "'self'",
    'connect-src': ["'self'", ...connected].join(' '),
    'manifest-src': "'self'",
    'worker-src': "'self'",
    // A page that was kept keeps its policy, also when a vendor's check is set up later.
    'frame-src': ["'self'", ...videoFrames].join(' '),
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

const twoYears = 'max-age=63072000; includeSubDomains';

type Site = {
  /** Visitors come over https. */
  secure: boolean;
  /** Origins that pages may send to besides the site's own. */
  connected: readonly string[];
};

/** What every answer tells the browser to forbid; over https also to stay there. */
export const securityHeaders = ({ secure, connected }: Site): Record<string, string> => ({
  'content-security-policy': policyWith([], connected),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  ...(secure && { 'strict-transport-security': twoYears }),
});
