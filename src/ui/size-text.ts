import { t } from '#contract/texts.ts';
import { displayPreferences } from '#src/ui/display-preferences.ts';
import { decimal } from '#src/ui/format.ts';

const units = [t`kB`, t`MB`, t`GB`] as const;

/** Formats an amount of data as its number and its unit: `['3.4', 'MB']`. */
export function sizeParts(bytes: number): [amount: string, unit: string] {
  const power = bytes < 1_000_000 ? 0 : bytes < 1_000_000_000 ? 1 : 2;
  const amount = bytes / 1000 ** (power + 1);
  const shown = amount === 0 || amount >= 10 || power === 0 ? Math.ceil(amount) : Math.round(amount * 10) / 10;
  return [decimal(String(shown), displayPreferences().writing), units[power]];
}

/** Formats an amount of data: `812 kB`, `3.4 MB`. */
export const sizeText = (bytes: number): string => sizeParts(bytes).join(' ');
