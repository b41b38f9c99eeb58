/** The rest of a longer header is ignored. */
const maxHeaderLength = 512;

/** Browsers. Those that also contain another's name come first. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|OPX|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS|Focus)\//],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly (readonly [string, RegExp])[] = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biP(?:hone|od)\b/],
  // A browser on an iPad that requests desktop pages pretends to be on a Mac, except in its own name.
  ['iPad', /\biPad\b|\bMacintosh\b.*\b(?:Cri|Fxi|Edgi)OS\//],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

const named = (kinds: readonly (readonly [string, RegExp])[], header: string): string | undefined =>
  kinds.find(([, pattern]) => pattern.test(header))?.[0];

/** Returns the display name of the device with this `User-Agent`, such as `Firefox on Android`; empty if unknown. */
export function deviceLabel(userAgent: string | undefined): string {
  const header = userAgent?.slice(0, maxHeaderLength) ?? '';
  const browser = named(browsers, header);
  const system = named(systems, header);
  // Safari sends the same header on both.
  if (browser === 'Safari' && system === 'Mac') return 'Safari on Mac or iPad';
  return [browser, system].filter((word) => word !== undefined).join(' on ');
}
