/** Longer headers say nothing more. */
const longestHeader = 512;

/** Browsers, those first that also call themselves another's name. */
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
  // A browser of an iPad that asks for desktop pages calls itself a Mac's, but for its own name.
  ['iPad', /\biPad\b|\bMacintosh\b.*\b(?:Cri|Fxi|Edgi)OS\//],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

const named = (kinds: readonly (readonly [string, RegExp])[], header: string): string | undefined =>
  kinds.find(([, pattern]) => pattern.test(header))?.[0];

/** What a person calls the device with this `User-Agent`: `Firefox on Android`; empty where nobody can tell. */
export function deviceWords(userAgent: string | undefined): string {
  const header = userAgent?.slice(0, longestHeader) ?? '';
  const browser = named(browsers, header);
  const system = named(systems, header);
  // Safari's header is the same on both.
  if (browser === 'Safari' && system === 'Mac') return 'Safari on Mac or iPad';
  return [browser, system].filter((word) => word !== undefined).join(' on ');
}
