import type { CheckAccount } from '#api/platform/challenge-setting.ts';

type Vendor = {
  name: 'Turnstile' | 'hCaptcha';
  /** Where its script is, and by what name that is spoken to. */
  script: string;
  global: string;
  /** Where its tokens are checked. */
  verifyUrl: string;
  /** Where its page parts come from, by its own word. */
  hosts: readonly string[];
};

/** developers.cloudflare.com/turnstile and docs.hcaptcha.com */
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
