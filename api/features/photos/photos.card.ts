import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { photoBackground } from '#contract/photo-paths.ts';
import { shareCardSize } from '#contract/sharing.ts';

/** Contents of a share card. The typeface has Latin letters, kana, Arabic, and the kanji of the site's own texts. */
export type Card = {
  title: string;
  /** One per line. */
  lines: string[];
  /** The stored cover photo, if any. */
  photo: Uint8Array | null;
  /** Of the card's language; a card from right to left is mirrored. */
  direction: 'ltr' | 'rtl';
};

const { width, height } = shareCardSize;
const panel = 380;
const margin = 36;
const ink = '#14191d';
const enamel = '#f6c41c';
const paper = '#f2f4f4';
const quiet = '#aab2b7';
const markSize = 60;
const linesAt = { gap: 26, max: 6 } as const;
const maxTitleHeight = 250;
/** Makes a line begin at the right, whatever its first letter is (Unicode's RIGHT-TO-LEFT MARK). */
const rightToLeft = '\u200F';

const asset = (name: string) => fileURLToPath(new URL(`./card/${name}`, import.meta.url));
const family = 'Headbadge Card';

/** Pango parses its text as markup (https://docs.gtk.org/Pango/pango_markup.html). */
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

type StyledText = { text: string; color: string; size: number; bold?: true; spacing?: number; align?: 'right' };

async function set({ text, color, size, bold, spacing = 0, align }: StyledText) {
  return sharp({
    text: {
      text: `<span foreground="${color}">${escaped(text)}</span>`,
      font: `${family} ${bold ? 'Bold ' : ''}${size}`,
      fontfile: asset(bold ? 'bold.ttf' : 'regular.ttf'),
      width: panel - 2 * margin,
      wrap: 'word-char',
      rgba: true,
      dpi: 72,
      spacing,
      ...(align && { align }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** Uses the largest size that fits; truncates the title if none does. */
async function title(text: string, more: Pick<StyledText, 'align'>) {
  for (const size of [46, 38, 32]) {
    const made = await set({ text, color: paper, size, bold: true, ...more });
    if (made.info.height <= maxTitleHeight) return made;
  }
  return set({ text: `${text.slice(0, 90).trimEnd()}…`, color: paper, size: 32, bold: true, ...more });
}

async function picture(photo: Uint8Array | null): Promise<Buffer> {
  const room = { width: width - panel, height };
  if (photo)
    return sharp(photo, { failOn: 'error' })
      .flatten({ background: photoBackground })
      .resize({ ...room, fit: 'cover' })
      .png()
      .toBuffer();
  const mark = await sharp(asset('mark.png'))
    .resize(markSize * 4)
    .toBuffer();
  return sharp({ create: { ...room, channels: 3, background: enamel } })
    .composite([{ input: mark }])
    .png()
    .toBuffer();
}

/** Renders a share card as a JPEG, which every link preview supports. */
export async function renderCard({ title: name, lines, photo, direction }: Card): Promise<Uint8Array> {
  const isMirrored = direction === 'rtl';
  const start = width - panel + margin;
  /** The place of something that is `start` pixels from the left edge, or from the right one. */
  const at = (from: number, wide: number) => (isMirrored ? width - from - wide : from);
  // A name of Latin letters keeps their order.
  const head = await title(name, isMirrored ? { align: 'right' } : {});
  const list = lines
    .slice(0, linesAt.max)
    .map((line) => (isMirrored ? rightToLeft + line : line))
    .join('\n');
  const below = list && (await set({ text: list, color: quiet, size: 25, spacing: 8 }));
  const [mark, word] = await Promise.all([
    sharp(asset('mark.png')).resize(markSize).toBuffer(),
    set({ text: 'Headbadge', color: enamel, size: 30, bold: true }),
  ]);
  const bottom = height - margin - markSize;
  return sharp({ create: { width, height, channels: 3, background: ink } })
    .composite([
      { input: await picture(photo), left: at(0, width - panel), top: 0 },
      { input: head.data, left: at(start, head.info.width), top: margin },
      ...(below
        ? [{ input: below.data, left: at(start, below.info.width), top: margin + head.info.height + linesAt.gap }]
        : []),
      { input: mark, left: at(start, markSize), top: bottom },
      {
        input: word.data,
        left: at(start + markSize + 16, word.info.width),
        top: bottom + Math.round((markSize - word.info.height) / 2),
      },
    ])
    .jpeg({ quality: 84, progressive: true })
    .toBuffer();
}
