const text =
  (unit: string, first = '') =>
  (bytes: number) => {
    const [head, one] = [first, unit].map((part) => JSON.stringify(part).slice(1, -1)) as [string, string];
    return `"${head}${one.repeat(Math.max(0, Math.floor((bytes - 2 - Buffer.byteLength(head)) / Buffer.byteLength(one))))}"`;
  };
const list = (item: string) => (bytes: number) =>
  `[${`${item},`.repeat(Math.floor((bytes - 3 - item.length) / (item.length + 1)))}${item}]`;
const deep = (open: string, close: string) => (bytes: number) => {
  const depth = Math.floor((bytes - 1) / (open.length + close.length));
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
};
const keys = (name: (n: number) => string) => (bytes: number) => {
  const parts: string[] = [];
  let size = 2;
  for (let n = 0; ; n++) {
    const part = `"${name(n)}":1`;
    size += part.length + 1;
    if (size > bytes) return `{${parts.join(',')}}`;
    parts.push(part);
  }
};

/** JSON that is built to be slow to process, by its kind; each takes a size in bytes. */
export const hostile: Record<string, (bytes: number) => string> = {
  letters: text('a'),
  spaces: text(' '),
  'spaces between letters': text(' ', 'a'),
  'marks in the wrong order': text('\u0301\u0323', 'a'),
  'many marks in the wrong order': text('\u0345\u0301\u0323\u0316\u0334', 'a'),
  'letters of marks': text('\u1100\u1161\u11A8'),
  ligatures: text('\uFDFA'),
  'turns never ended': text('\u2067'),
  'turns never begun': text('\u2069'),
  'turns that cross': text('\u2067\u202B\u2069'),
  'turns that end': (bytes) => text('\u2069', '\u2067'.repeat(Math.floor(bytes / 6)))(bytes),
  joiners: text('\u200D'),
  'joined emoji': text('👩\u200D'),
  'letters in tags': text('\u{E0067}', '🏴'),
  flags: text('🏴\u{E0067}'),
  'half pairs': text('\uD800'),
  controls: text('\u0000'),
  lines: text('\n'),
  dots: text('a.'),
  dashes: text('a-', 'a@'),
  'ats and dots': text('a@a.'),
  'an address that ends badly': (bytes) => `${text('.aa', 'a@a')(bytes - 1).slice(0, -1)}!"`,
  'a number': (bytes) => '1'.repeat(bytes),
  'a fraction': (bytes) => `0.${'1'.repeat(bytes - 2)}`,
  numbers: list('1'),
  texts: list('""'),
  nulls: list('null'),
  lists: list('[]'),
  objects: list('{}'),
  'lists in lists': deep('[', ']'),
  'objects in objects': deep('{"a":', '}'),
  'many keys': keys((n) => `k${n}`),
  'many numbered keys': keys((n) => `${n * 7919}`),
  'one key again and again': keys(() => 'photos'),
  'a key of the language': keys(() => '__proto__'),
};
