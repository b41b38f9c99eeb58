import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { photoBackground } from '#contract/photo-paths.ts';
import { shareCardSize } from '#contract/sharing.ts';

/** Contents of a share card. Text in Latin letters; the typeface has no others. */
export type Card = {
  title: string;
  /** One per line. */
  lines: string[];
  /** The stored cover photo, if any. */
  photo: Uint8Array | null;
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

const asset = (name: string) => fileURLToPath(new URL(`./card/${name}`, import.meta.url));
const family = 'Headbadge Card';

/** Pango parses its text as markup (https://docs.gtk.org/Pango/pango_markup.html). */
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

type StyledText = { text: string; color: string; size: number; bold?: true; spacing?: number };

async function set({ text, color, size, bold, spacing = 0 }: StyledText) {
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
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** Uses the largest size that fits; truncates the title if none does. */
async function title(text: string) {
  for (const size of [46, 38, 32]) {
    const made = await set({ text, color: paper, size, bold: true });
    if (made.info.height <= maxTitleHeight) return made;
  }
  return set({ text: `${text.slice(0, 90).trimEnd()}…`, color: paper, size: 32, bold: true });
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
export async function renderCard({ title: name, lines, photo }: Card): Promise<Uint8Array> {
  const left = width - panel + margin;
  const head = await title(name);
  const list = lines.slice(0, linesAt.max).join('\n');
  const below = list && (await set({ text: list, color: quiet, size: 25, spacing: 8 }));
  const [mark, word] = await Promise.all([
    sharp(asset('mark.png')).resize(markSize).toBuffer(),
    set({ text: 'Headbadge', color: enamel, size: 30, bold: true }),
  ]);
  const bottom = height - margin - markSize;
  return sharp({ create: { width, height, channels: 3, background: ink } })
    .composite([
      { input: await picture(photo), left: 0, top: 0 },
      { input: head.data, left, top: margin },
      ...(below ? [{ input: below.data, left, top: margin + head.info.height + linesAt.gap }] : []),
      { input: mark, left, top: bottom },
      { input: word.data, left: left + markSize + 16, top: bottom + Math.round((markSize - word.info.height) / 2) },
    ])
    .jpeg({ quality: 84, progressive: true })
    .toBuffer();
}
