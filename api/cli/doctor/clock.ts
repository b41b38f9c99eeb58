import { type Finding, fault, ok, warning } from './finding.ts';

/** Differences in milliseconds. Devices' sessions allow half a minute, S3 a quarter of an hour. */
const [warnedMs, wrongMs] = [5_000, 30_000];

/** @param difference milliseconds by which the other clock is ahead of this machine's */
export function clockFinding(whose: string, difference: number): Finding {
  const far = Math.abs(difference);
  if (far < warnedMs) return ok(`The clocks of this machine and of ${whose} agree.`);
  const seconds = Math.round(far / 1000);
  const found = `This machine's clock is ${seconds} seconds ${difference > 0 ? 'behind' : 'ahead of'} that of ${whose}.`;
  const fix = 'Let both machines set their clocks by NTP: "timedatectl set-ntp true".';
  return far < wrongMs ? warning(found, fix) : fault(found, fix);
}
