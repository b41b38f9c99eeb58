/** How days are written in English: month first, or day first. */
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
/** Whose dates and numbers are written: the site's English, what the device speaks, or a language by its tag (BCP 47). */
export const languages = [
  ...(['Site', 'Device', 'id', 'ca', 'cs', 'da', 'de-DE', 'de-AT', 'de-CH', 'et', 'en-AU', 'en-CA', 'en-IN'] as const),
  ...(['en-GB', 'en-US', 'es-ES', 'es-MX', 'fr-FR', 'fr-CA', 'fr-CH', 'hr', 'it-IT', 'it-CH', 'lv', 'lt'] as const),
  ...(['hu', 'nl-NL', 'nl-BE', 'nb', 'pl', 'pt-BR', 'pt-PT', 'ro', 'sk', 'sl', 'fi', 'sv', 'vi', 'tr'] as const),
  ...(['el', 'bg', 'ru', 'sr', 'uk', 'he', 'ar-EG', 'ar-AE', 'fa', 'hi', 'th', 'ko', 'ja', 'zh-CN', 'zh-TW'] as const),
] as const;
export type Language = (typeof languages)[number];
/** Who may begin a conversation with a member. */
export const messageChoices = ['Everyone', 'Bike owners', 'Nobody'] as const;
export type MessageChoice = (typeof messageChoices)[number];
