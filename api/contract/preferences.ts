import type { ClockFormat, DataUse, Language, Style, Theme, UnitSystem } from './preference-choices.ts';

export type * from './preference-choices.ts';

/** The cookie by which pages that the site draws know what was chosen on a device; none where nothing was. */
export const dataCookie = 'data';

/** How pages are made for whoever reads them. */
export type Preferences = {
  style: Style;
  clock: ClockFormat;
  units: UnitSystem;
  theme: Theme;
  data: DataUse;
  language: Language;
};

/** What holds until somebody chooses otherwise. @param language the browser's, such as `en-US` */
export const usualIn = (language: string): Preferences => ({
  ...(/-US\b/i.test(language)
    ? { style: 'Standard', clock: 'Standard', units: 'Imperial' }
    : { style: 'European', clock: 'Military', units: 'Metric' }),
  ...{ theme: 'System', data: 'System', language: 'Site' },
});
