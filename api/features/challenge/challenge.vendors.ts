import type { CheckAccount } from '#api/platform/settings/challenge-setting.ts';

type Vendor = {
  name: 'Turnstile' | 'hCaptcha';
  /** The URL of its script, and the global variable that the script defines. */
  script: string;
  global: string;
  verifyUrl: string;
  /** Origins to allow in the CSP, according to the vendor's documentation. */
  hosts: readonly string[];
};

/** From developers.cloudflare.com/turnstile and docs.hcaptcha.com. */
export const vendors: Record<CheckAccount['kind'], Vendor> = {
  turnstile: {
    name: 'Turnstile',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    global: 'turnstile',
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    hosts: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    name: 'hCaptcha',
    script: 'https://js.hcaptcha.com/1/api.js',
    global: 'hcaptcha',
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    hosts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
};
