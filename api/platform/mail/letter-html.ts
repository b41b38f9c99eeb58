import { html, raw } from 'hono/html';
import { directionOf } from '#api/languages/grammar.ts';
import { currentLanguage } from '#api/platform/languages.ts';
import { contactPage } from '#contract/pages.ts';
import { defaultColor, defaultSiteName } from '#contract/site-color.ts';
import { type Block, greeting, type Letter, type MailCard, oneLine, replyMessage, sentBy } from './letter.ts';

// The site's color tokens in sRGB: mail programs know neither oklch nor custom properties.
const day = { ground: '#f8f9fa', sheet: '#ffffff', line: '#d6dadb', ink: '#13191d', quiet: '#4e575c' };
const night = { ground: '#0e1113', sheet: '#161a1d', line: '#2c3135', ink: '#eceff0', quiet: '#a4acb0' };
const onBadge = '#13191d';

const font = 'font-family:Archivo,system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const text = `margin:0 0 16px;${font};font-size:16px;line-height:24px;color:${day.ink};overflow-wrap:anywhere`;
const small = `margin:0 0 16px;${font};font-size:14px;line-height:21px;color:${day.quiet};overflow-wrap:anywhere`;

// Inline styles hold the light theme, which every program reads; the dark theme must override them.
const rulesFor = (color: string) =>
  raw(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: ${night.ground} !important; }
  .sheet { background: ${night.sheet} !important; border-color: ${night.line} !important; }
  .ink { color: ${night.ink} !important; }
  .quiet { color: ${night.quiet} !important; }
  .quote { border-color: ${night.line} !important; }
  .button, .button a { background: ${color} !important; color: ${onBadge} !important; }
}
`);

/** The sides on which lines begin and end in the language of the mail: Outlook knows no logical properties. */
const sides = () =>
  directionOf(currentLanguage()) === 'rtl' ? { start: 'right', end: 'left' } : { start: 'left', end: 'right' };

const link = (url: string, style: 'ink' | 'quiet') =>
  html`<a class="${style}" href="${url}" style="color:${day[style]};text-decoration:underline">${url}</a>`;

const button = (label: string, url: string) => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr>
<td class="button" bgcolor="${day.ink}" style="background:${day.ink};border-radius:4px">
<a href="${url}" style="display:inline-block;padding:12px 20px;${font};font-size:16px;line-height:20px;font-weight:600;color:${day.sheet};background:${day.ink};border-radius:4px;text-decoration:none">${label}</a>
</td></tr></table>
<p class="quiet" style="${small}">${link(url, 'quiet')}</p>`;

const fieldTable = (rows: readonly (readonly [string, string])[]) => html`
<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
${rows.map(
  ([name, value]) => html`<tr>
<th class="quiet" scope="row" align="${sides().start}" valign="top" style="${small};font-weight:400;line-height:24px;padding:2px 0;padding-${sides().end}:16px">${name}:</th>
<td class="ink" valign="top" style="${text};padding:2px 0">${oneLine(value)}</td>
</tr>`,
)}
</table>`;

const quote = (lines: string) => html`
<blockquote class="quote" style="margin:0 0 16px;padding:0;padding-${sides().start}:12px;border-${sides().start}:2px solid ${day.line}">
<p class="ink" style="${text};margin:0">${lines
  .split('\n')
  .map((line, place) => html`${place ? raw('<br>\n') : ''}${oneLine(line)}`)}</p>
</blockquote>`;

/** The width of a small picture, and of the text in a mail at its widest, in pixels. */
const pictureWidth = { small: 96, large: 558 } as const;

function pictureOf({ picture, page }: MailCard, origin: string, isLarge: boolean) {
  if (!picture) return '';
  const { path, alt, width, height } = picture;
  const shown = Math.min(width, isLarge ? pictureWidth.large : pictureWidth.small);
  const size = `display:block;width:${isLarge ? '100%' : `${shown}px`};max-width:${shown}px;height:auto;border:0;border-radius:3px`;
  const about = `${font};font-size:14px;line-height:18px;color:${day.quiet}`;
  return html`<a href="${origin}${oneLine(page)}" class="quiet" style="${about}"><img class="quiet" src="${origin}${path}" alt="${oneLine(alt)}" width="${shown}" height="${Math.round((shown * height) / width)}" style="${size};${about}"></a>`;
}

const cardText = ({ title, page, lines }: MailCard, origin: string) => html`
<p class="ink" style="${text};margin:0"><a class="ink" href="${origin}${oneLine(page)}" style="color:${day.ink};font-weight:600;text-decoration:underline"><bdi>${oneLine(title)}</bdi></a></p>
${lines.map((line) => html`<p class="quiet" style="${small};margin:2px 0 0">${oneLine(line)}</p>\n`)}`;

const largeCard = (card: MailCard, origin: string) => html`
<div style="margin:0 0 16px">${card.picture ? html`<div style="margin:0 0 8px">${pictureOf(card, origin, true)}</div>` : ''}${cardText(card, origin)}</div>`;

// The picture's cell is there without a picture, too, so that all texts begin at one line.
const smallCards = (cards: readonly MailCard[], origin: string) => html`
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 8px">
${cards.map(
  (card) => html`<tr>
<td width="${pictureWidth.small}" valign="top" style="width:${pictureWidth.small}px;padding:0 0 16px">${pictureOf(card, origin, false)}</td>
<td width="16" style="width:16px"></td>
<td valign="top" style="padding:0 0 16px">${cardText(card, origin)}</td>
</tr>\n`,
)}</table>`;

const linkList = (links: readonly (readonly [string, string])[], origin: string) => html`
<p class="quiet" style="${small}">${links.map(
  ([label, page], place) =>
    html`${place ? raw('<br>\n') : ''}<a class="quiet" href="${origin}${oneLine(page)}" style="color:${day.quiet};text-decoration:underline">${oneLine(label)}</a>`,
)}</p>`;

function htmlOfBlock(block: Block, origin: string) {
  if (typeof block === 'string') return html`<p class="ink" style="${text}">${oneLine(block)}</p>`;
  if ('small' in block) return html`<p class="quiet" style="${small}">${oneLine(block.small)}</p>`;
  if ('quote' in block) return quote(block.quote);
  if ('fields' in block) return fieldTable(block.fields);
  if ('heading' in block)
    return html`<h2 class="ink" style="${text};margin:24px 0 12px;font-size:18px;line-height:24px;font-weight:700">${oneLine(block.heading)}</h2>`;
  if ('cards' in block)
    return block.isLarge ? block.cards.map((card) => largeCard(card, origin)) : smallCards(block.cards, origin);
  if ('links' in block) return linkList(block.links, origin);
  return button(oneLine(block.action), `${origin}${oneLine(block.page)}`);
}

/** The preview text that a list of mails shows beside the subject. */
const preview = ({ body }: Letter): string => oneLine(body.find((block) => typeof block === 'string') ?? '');

/**
 * Writes a letter as an HTML document that loads nothing but its cards' pictures, is readable without its style, and
 * has the same words and links as its text.
 * @param origin the site's public origin, for links
 * @param look the site's name and color
 */
export async function htmlOf(
  letter: Letter,
  origin: string,
  { name, color } = { name: defaultSiteName, color: defaultColor },
): Promise<string> {
  const { subject, hello, body } = letter;
  const language = currentLanguage();
  const page = await html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${oneLine(subject)}</title>
<style>${rulesFor(color)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${day.ground}">
<div class="preheader" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview(letter)}</div>
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${day.ground}" style="background:${day.ground}"><tr>
<td align="center" style="padding:16px 8px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr>
<td class="wordmark" bgcolor="${color}" style="padding:12px 20px;background:${color};border-radius:3px 3px 0 0;${font};font-size:18px;line-height:24px;font-weight:700;letter-spacing:0.02em;text-transform:uppercase;color:${onBadge}">${oneLine(name)}</td>
</tr><tr>
<td class="sheet" align="${sides().start}" bgcolor="${day.sheet}" style="padding:24px 20px 8px;background:${day.sheet};border:1px solid ${day.line};border-top:0;border-radius:0 0 3px 3px">
${hello ? html`<p class="ink" style="${text};font-size:20px;line-height:26px;font-weight:600">${greeting(hello)}</p>` : ''}
${body.map((block) => htmlOfBlock(block, origin))}
</td></tr><tr>
<td align="${sides().start}" style="padding:16px 20px 0">
<p class="quiet" style="${small};margin:0">${sentBy(name)}<br>
${replyMessage(letter)}${letter.replyTo ? '' : html` ${link(`${origin}${contactPage()}`, 'quiet')}`}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  return String(page);
}
