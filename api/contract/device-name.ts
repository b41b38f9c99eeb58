import { t } from './texts.ts';

/** Display name of a device, which the server stores in English: `Firefox on Android`. */
export function nameOfDevice({ device }: { device: string }): string {
  if (device === 'Safari on Mac or iPad') return t`Safari on Mac or iPad`;
  const [browser, system] = device.split(' on ');
  if (!browser) return t`Unknown device`;
  return system ? t`${browser} on ${system}` : browser;
}
