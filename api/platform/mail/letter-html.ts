import { html, raw } from 'hono/html';
import { directionOf } from '#api/languages/grammar.ts';
import { currentLanguage } from '#api/platform/languages.ts';
import { contactPage } from '#contract/pages.ts';
import { defaultColor, defaultSiteName } from '#contract/site-color.ts';
import { type Block, greeting, type Letter, oneLine, replyMessage, sentBy } from './letter.ts';

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
<th class="quiet" scope="row" align="left" valign="top" style="${small};font-weight:400;line-height:24px;padding:2px 16px 2px 0">${name}:</th>
<td class="ink" valign="top" style="${text};padding:2px 0">${oneLine(value)}</td>
</tr>`,
)}
</table>`;

const quote = (lines: string) => html`
<blockquote class="quote" style="margin:0 0 16px;padding:0 0 0 12px;border-left:2px solid ${day.line}">
<p class="ink" style="${text};margin:0">${lines
  .split('\n')
  .map((line, place) => html`${place ? raw('<br>\n') : ''}${oneLine(line)}`)}</p>
</blockquote>`;

function htmlOfBlock(block: Block, origin: string) {
  if (typeof block === 'string') return html`<p class="ink" style="${text}">${oneLine(block)}</p>`;
  if ('small' in block) return html`<p class="quiet" style="${small}">${oneLine(block.small)}</p>`;
  if ('quote' in block) return quote(block.quote);
  if ('fields' in block) return fieldTable(block.fields);
  return button(oneLine(block.action), `${origin}${oneLine(block.page)}`);
}

/** The preview text that a list of mails shows beside the subject. */
const preview = ({ body }: Letter): string => oneLine(body.find((block) => typeof block === 'string') ?? '');

/**
 * Writes a letter as an HTML document that loads nothing, is readable without its style, and has the same words and
 * links as its text.
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
<td class="sheet" align="left" bgcolor="${day.sheet}" style="padding:24px 20px 8px;background:${day.sheet};border:1px solid ${day.line};border-top:0;border-radius:0 0 3px 3px">
${hello ? html`<p class="ink" style="${text};font-size:20px;line-height:26px;font-weight:600">${greeting(hello)}</p>` : ''}
${body.map((block) => htmlOfBlock(block, origin))}
</td></tr><tr>
<td align="left" style="padding:16px 20px 0">
<p class="quiet" style="${small};margin:0">${sentBy(name)}<br>
${replyMessage(letter)}${letter.replyTo ? '' : html` ${link(`${origin}${contactPage()}`, 'quiet')}`}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  return String(page);
}
