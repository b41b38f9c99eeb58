import type { ClockFormat, DataUse, Language, Style, Theme, UnitSystem } from './preference-choices.ts';

export type * from './preference-choices.ts';

/** Cookie that tells server-rendered pages the data use chosen on this device; absent while nothing was chosen. */
export const dataCookie = 'data';

/** Display preferences. */
export type Preferences = {
  style: Style;
  clock: ClockFormat;
  units: UnitSystem;
  theme: Theme;
  data: DataUse;
  language: Language;
};

/** Returns the defaults. @param language the browser's, such as `en-US` */
export const usualIn = (language: string): Preferences => ({
  ...(/-US\b/i.test(language)
    ? { style: 'Standard', clock: 'Standard', units: 'Imperial' }
    : { style: 'European', clock: 'Military', units: 'Metric' }),
  theme: 'System',
  data: 'System',
  language: 'Site',
});
