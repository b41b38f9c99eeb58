/** How days are written: month first, or day first. */
export const styles = ['Standard', 'European'] as const;
export type Style = (typeof styles)[number];
/** How times of day are written: `3:05 PM`, or `15:05`. */
export const clockFormats = ['Standard', 'Military'] as const;
export type ClockFormat = (typeof clockFormats)[number];
/** Which units measures are told and typed in. */
export const unitSystems = ['Metric', 'Imperial'] as const;
export type UnitSystem = (typeof unitSystems)[number];
/** Light or dark; `System` as the device has it. */
export const themes = ['System', 'Light', 'Dark'] as const;
export type Theme = (typeof themes)[number];

/** How much may be fetched; `System` as the device says. */
export const dataUses = ['System', 'Reduced', 'Full'] as const;
export type DataUse = (typeof dataUses)[number];
/** The cookie by which pages that the site draws know what was chosen on a device; none where nothing was. */
export const dataCookie = 'data';

/** How pages are made for whoever reads them. */
export type Preferences = { style: Style; clock: ClockFormat; units: UnitSystem; theme: Theme; data: DataUse };

/** What holds until somebody chooses otherwise. @param language the browser's, such as `en-US` */
export const usualIn = (language: string): Preferences => ({
  ...(/-US\b/i.test(language)
    ? { style: 'Standard', clock: 'Standard', units: 'Imperial' }
    : { style: 'European', clock: 'Military', units: 'Metric' }),
  ...{ theme: 'System', data: 'System' },
});
