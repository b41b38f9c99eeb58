/** How dates are written in English: month first, or day first. */
export const styles = ['Standard', 'European'] as const;
export type Style = (typeof styles)[number];
/** How times of day are written: `3:05 PM`, or `15:05`. */
export const clockFormats = ['Standard', 'Military'] as const;
export type ClockFormat = (typeof clockFormats)[number];
/** Units that measures are shown and typed in. */
export const unitSystems = ['Metric', 'Imperial'] as const;
export type UnitSystem = (typeof unitSystems)[number];
/** `System` follows the device. */
export const themes = ['System', 'Light', 'Dark'] as const;
export type Theme = (typeof themes)[number];
/** How much data may be fetched; `System` follows the device. */
export const dataUses = ['System', 'Reduced', 'Full'] as const;
export type DataUse = (typeof dataUses)[number];
/** Language of dates and numbers: the site's English, the device's, or a language tag (BCP 47). */
export const languages = [
  'Site',
  'Device',
  'id',
  'ca',
  'cs',
  'da',
  'de-DE',
  'de-AT',
  'de-CH',
  'et',
  'en-AU',
  'en-CA',
  'en-IN',
  'en-GB',
  'en-US',
  'es-ES',
  'es-MX',
  'fr-FR',
  'fr-CA',
  'fr-CH',
  'hr',
  'it-IT',
  'it-CH',
  'lv',
  'lt',
  'hu',
  'nl-NL',
  'nl-BE',
  'nb',
  'pl',
  'pt-BR',
  'pt-PT',
  'ro',
  'sk',
  'sl',
  'fi',
  'sv',
  'vi',
  'tr',
  'el',
  'bg',
  'ru',
  'sr',
  'uk',
  'he',
  'ar-EG',
  'ar-AE',
  'fa',
  'hi',
  'th',
  'ko',
  'ja',
  'zh-CN',
  'zh-TW',
] as const;
export type Language = (typeof languages)[number];
/** The choices for who sees a member's followers and whom they follow. */
export const listAudiences = ['Everyone', 'Nobody'] as const;
export type ListAudience = (typeof listAudiences)[number];
/** The choices for who may start a conversation with a member. */
export const messageChoices = ['Everyone', 'Bike owners', 'Nobody'] as const;
export type MessageChoice = (typeof messageChoices)[number];
