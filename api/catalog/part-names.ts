import { nameKey, nameKeys } from '#contract/brands.ts';
import type { ComponentSlot } from '#contract/components.ts';
import { fold } from '#contract/fold.ts';
import { brands, matchBrand } from './catalog.ts';
import { knownParts, partMakers, shimanoSeries } from './part-makers.ts';

/** The part that a line of a parts list names. */
export type PartName = {
  /** The maker's usual name. */
  maker: string;
  /** The part as it is written, without its maker, size and color; empty if only the maker is named. */
  name: string;
  /** Shared by all writings of the part, such as `brooks b17`; `brooks` if only the maker is named. */
  key: string;
  /** Positions in {@link lineOf}: beginning and end of the maker, and of the part. */
  at: [makerFrom: number, makerTo: number, from: number, to: number];
};

type Line = { slot: ComponentSlot; text: string; brand?: string };
type Token = {
  text: string;
  word: string;
  from: number;
  to: number;
  /** Whether it is the number before a slash and another number. */
  isRatio: boolean;
};

/** The line as it is shown: its maker, if that has a field of its own, and its text. */
export const lineOf = ({ brand = '', text }: Pick<Line, 'brand' | 'text'>): string => `${brand} ${text}`.trim();

/** Makers of parts, before which a maker of bikes by the same name steps back. */
const makers = new Map(
  [...brands().map(({ name, aliases }) => [name, aliases] as const), ...Object.entries(partMakers)].flatMap(
    ([name, others]) => [name, ...others].flatMap(nameKeys).map((key) => [key, name] as const),
  ),
);
/** Makers whose names are words, too: they count with a capital letter, or not at all. */
const words = new Set(
  `brompton canyon cinelli crust cube fox gates giant hope hunt jones klein look paul salsa scott son supernova thorn time
  trek`.split(/\s+/),
);
const otherWords = new Set(
  `affinity allied anchor brother condor cowboy curve electra evil factor felt fisher focus framed gg ghost ice if
  intense leader mason mercier mosaic national open orange otso pivot polygon priority public qr rad rans revel rondo rose
  seven state temple top transition turner volume why`.split(/\s+/),
);
const makerOfPart = new Map(
  Object.entries(knownParts).flatMap(([maker, names]) => names.map((name) => [nameKey(name), maker] as const)),
);

/** The usual name of a maker of parts or bikes; null if it is not known. */
export const makerOf = (text: string): string | null => makers.get(nameKey(text)) ?? matchBrand(text)?.name ?? null;

/** Other keys of parts, and the usual one. */
const usualKeys: Readonly<Record<string, string>> = {
  'brooks b17standard': 'brooks b17',
  'brooks b17std': 'brooks b17',
  'continental gatorskins': 'continental gatorskin',
};
const usualKey = (key: string): string => usualKeys[key] ?? key;

/** Words that are no part of a name, wherever they are. */
const nouns = new Set(
  `bar bars handlebar handlebars dropbar stem saddle saddles seat seatpost post pedal pedals fork headset crank cranks
  crankset cranksets chainset chainring chainrings ring rings bottom bracket cassette freewheel sprocket cog chain hub hubs
  rim rims wheel wheels wheelset tire tires tyre tyres brake brakes caliper calipers brakeset lever levers shifter shifters
  derailleur derailleurs mech rotor rotors disc pads pad grip grips tape wrap bartape rack racks bag bags pannier panniers
  fender fenders mudguard mudguards light lights lamp headlight taillight cage cages bell kickstand groupset group gruppo
  drivetrain transmission clamp collar shock motor battery display computer basket front rear left right both hydraulic
  mechanical clipless drop flat clincher foldable folding tubeless ready set pair nos vintage new old used original stock
  oem long short medium cable dynamo nabendynamo my the a mm cm inch speed spd`.split(/\s+/),
);
const colors = new Set(
  `black white silver red blue green gold orange purple pink brown honey tan grey gray yellow chrome polished anodized
  pewter raw dark light`.split(/\s+/),
);
/** Words that end a name. */
const stops = new Set('with w and in from on at for by mit und avec con via'.split(' '));
const units = new Set('mm cm in inch inches speed spd hole holes teeth tooth g kg'.split(' '));

/** A separator that ends a name, before a word. */
const separator = /[,;()[\]/|"“”„=→]|\s[-–—·•]\s|\n/;
const token = /[\p{L}\p{N}\p{M}]+(?:(?:[’'´`.*×&+‐-]|(?<=\d),(?=\d))[\p{L}\p{N}\p{M}]+)*/gu;

const tokensIn = (text: string): Token[] =>
  [...text.matchAll(token)].map(({ 0: one, index }) => ({
    text: one,
    word: fold(one),
    from: index,
    to: index + one.length,
    isRatio: /^\/\d/.test(text.slice(index + one.length)),
  }));

const size = new RegExp(
  [
    String.raw`\d+(?:[.,]\d+)?-?(?:mm|cm|in|inch|t|th|h|hole|g|gr|kg|lbs?|psi|tpi|ft|w|wh|ah|lux)`,
    // Gears
    String.raw`\d{1,2}-?(?:s|sp|spd|speed|v|fach)`,
    // Cassettes and chainrings
    String.raw`\d{1,2}(?:-\d{2}){1,2}t?`,
    // Tires
    String.raw`\d+(?:[.,]\d+)?[x×]\d+(?:[.,]\d+)?[abc]?`,
    String.raw`\d{2}-\d{3}|\d{2}c|700c|650[abc]`,
    // Seatposts and clamps
    String.raw`\d{2}[.,]\d`,
  ]
    .map((one) => `(?:${one})`)
    .join('|')
    .replace(/^(.*)$/, '^(?:$1)$'),
);

/** Plain numbers behind a name that are sizes, by the slot. */
const plainSizes: Partial<Record<ComponentSlot, readonly (readonly [min: number, max: number])[]>> = {
  'Front tire': [[18, 127]],
  'Rear tire': [[18, 127]],
  Handlebar: [
    [34, 62],
    [600, 850],
  ],
  Stem: [[30, 150]],
  Seatpost: [
    [25, 35],
    [100, 450],
  ],
  Crankset: [[150, 190]],
  'Chainring(s)': [[22, 60]],
  'Rotors / Pads': [[120, 223]],
  'Front rim': [[20, 48]],
  'Rear rim': [[20, 48]],
  'Front hub': [[20, 48]],
  'Rear hub': [[20, 48]],
};

function isSize(
  { word, isRatio }: Token,
  next: Token | undefined,
  slot: ComponentSlot,
  isBehindName: boolean,
): boolean {
  if (size.test(word)) return true;
  // 2x, 50/34
  if (isBehindName && (isRatio || /^(?:x\d|\dx)$/.test(word))) return true;
  if (!/^\d+$/.test(word)) return false;
  if (next && units.has(next.word)) return true;
  const value = Number(word);
  return isBehindName && (plainSizes[slot] ?? []).some(([min, max]) => value >= min && value <= max);
}

/** The most words of a maker's name, and of a part's. */
const [maxMakerWords, maxNameWords] = [4, 6];
/** Words that may stand before the maker. */
const maxLeading = 3;

/** Finds the longest known name that begins at a token. */
function knownAt<T>(known: ReadonlyMap<string, T>, text: string, tokens: readonly Token[], at: number) {
  for (let count = Math.min(maxMakerWords, tokens.length - at); count > 0; count -= 1) {
    const [from, to] = [tokens[at]?.from ?? 0, tokens[at + count - 1]?.to ?? 0];
    const written = text.slice(from, to);
    const found = separator.test(written) ? undefined : known.get(nameKey(written));
    if (found !== undefined) return { found, count };
  }
  return null;
}

/** The words of the part's name that begin at a token. */
function nameAt(text: string, tokens: readonly Token[], at: number, slot: ComponentSlot): Token[] {
  const name: Token[] = [];
  for (let place = at; place < tokens.length && name.length < maxNameWords; place += 1) {
    const one = tokens[place] as Token;
    const before = place > 0 ? text.slice(tokens[place - 1]?.to, one.from) : '';
    if (separator.test(before) || stops.has(one.word)) break;
    if (isSize(one, tokens[place + 1], slot, name.length > 0)) {
      if (name.length > 0) break;
      continue;
    }
    if (nouns.has(one.word) || (name.length > 0 && colors.has(one.word))) continue;
    name.push(one);
  }
  return name;
}

/** The letters before a number of Shimano say what the part is, which its slot says already. */
const letters = '(?:rd|fd|sl|st|br|bl|fc|cs|cn|hb|fh|pd|sm|wh|rt|bb)';
const code = new RegExp(`^${letters}((?:m|r|rx|t|u|c)?\\d{3,4})\\w*$`);
const isCode = new RegExp(`^${letters}$`);

function shimanoWords(words: readonly string[]): string[] {
  const plain = words.map((word) => word.replace(code, '$1').replace(/^deore(?=xt)/, ''));
  const isXt = plain.some((word) => word === 'xt' || word === 'xtr');
  const own = plain.filter(
    (word, at) => !(isXt && word === 'deore') && !(isCode.test(word) && plain[at - 1] !== 'spd'),
  );
  const series = own.flatMap((word) => (Object.hasOwn(shimanoSeries, word) ? (shimanoSeries[word] ?? []) : []))[0];
  return series && !own.join('').includes(series) ? [series, ...own] : own;
}

/** The same with hyphens and with spaces: addresses do not tell them apart. */
function nameKeyOf(maker: string, name: readonly Token[]): string {
  const words = name
    .flatMap(({ text }) => text.split(/[-‐]/))
    .map(nameKey)
    .filter(Boolean);
  const own = (maker === 'shimano' ? shimanoWords(words) : words).join('');
  return maker === 'continental' ? own.replace(/^grandprix(?=\d)/, 'gp') : own;
}

/** Key of a part by its maker's usual name and its own name; null if the name has no letter or digit. */
export function partKeyOf(maker: string, name: string): string | null {
  const makerKey = nameKey(maker);
  const own = nameKeyOf(makerKey, tokensIn(name));
  return makerKey && own ? usualKey(`${makerKey} ${own}`) : null;
}

type Maker = { name: string; at: number; next: number; isImplied: boolean };

/** Finds the maker in a line: in front, behind a word such as a color, or by a part that only one maker has. */
function makerIn(text: string, tokens: readonly Token[]): Maker | null {
  for (let at = 0; at < Math.min(tokens.length, maxLeading + 1); at += 1) {
    const maker = knownAt(makers, text, tokens, at);
    const { text: written = '', word: folded = '' } = tokens[at] ?? {};
    const isWord = maker?.count === 1 && (words.has(written) || otherWords.has(folded));
    if (maker && !isWord) return { name: maker.found, at, next: at + maker.count, isImplied: false };
    const part = knownAt(makerOfPart, text, tokens, at);
    if (part) return { name: part.found, at, next: at, isImplied: true };
    if (!nouns.has(folded) && !colors.has(folded)) return null;
  }
  return null;
}

/** The maker that has a field of its own, whether known or not. */
function makerOfField(brand: string, tokens: readonly Token[]): Maker | null {
  const count = tokens.filter(({ to }) => to <= brand.length).length;
  if (count === 0 || !nameKey(brand)) return null;
  // Some repeat it in the text.
  const again = tokens.findIndex((_, at) => {
    const rest = tokens.slice(count, at + 1).map(({ text }) => text);
    return at >= count && nameKey(rest.join(' ')) === nameKey(brand);
  });
  return { name: makerOf(brand) ?? brand, at: 0, next: again < 0 ? count : again + 1, isImplied: false };
}

/** Reads which part of which maker a line of a parts list names; null if it names no maker. */
export function partNameOf(line: Line): PartName | null {
  const text = lineOf(line);
  const tokens = tokensIn(text);
  const found = line.brand ? makerOfField(line.brand, tokens) : makerIn(text, tokens);
  if (!found) return null;
  const { name: maker, at, next, isImplied } = found;
  const makerKey = nameKey(maker);
  const name = nameAt(text, tokens, next, line.slot);
  const own = nameKeyOf(makerKey, name);
  const makerFrom = tokens[at]?.from ?? 0;
  const makerTo = isImplied ? makerFrom : (tokens[next - 1]?.to ?? makerFrom);
  const [from, to] = own ? [name[0]?.from ?? makerTo, name.at(-1)?.to ?? makerTo] : [makerTo, makerTo];
  const key = own ? `${makerKey} ${own}` : makerKey;
  return {
    maker,
    name: own ? name.map(({ text: one }) => one).join(' ') : '',
    key: usualKey(key),
    at: [makerFrom, makerTo, from, to],
  };
}
