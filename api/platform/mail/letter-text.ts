import { contactPage } from '#contract/pages.ts';
import { defaultSiteName } from '#contract/site-color.ts';
import { type Block, greeting, type Letter, type MailCard, oneLine, replyMessage, sentBy } from './letter.ts';

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${oneLine(line)}`.trimEnd())
    .join('\n');

const textOfCard = ({ title, lines, page }: MailCard, origin: string): string =>
  [title, ...lines, `${origin}${page}`].map(oneLine).join('\n');

function textOfBlock(block: Block, origin: string): string {
  if (typeof block === 'string') return oneLine(block);
  if ('small' in block) return oneLine(block.small);
  if ('quote' in block) return quoted(block.quote);
  if ('fields' in block) return block.fields.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n');
  if ('heading' in block) return oneLine(block.heading);
  if ('cards' in block) return block.cards.map((card) => textOfCard(card, origin)).join('\n\n');
  if ('links' in block)
    return block.links.map(([label, page]) => `${oneLine(label)}:\n${origin}${oneLine(page)}`).join('\n\n');
  return `${oneLine(block.action)}:\n${origin}${oneLine(block.page)}`;
}

/**
 * Writes a letter as plain text.
 * @param origin the site's public origin, for links
 * @param site the site's name
 */
export function textOf(letter: Letter, origin: string, site = defaultSiteName): string {
  const { hello, body } = letter;
  const answer = letter.replyTo ? replyMessage(letter) : `${replyMessage(letter)} ${origin}${contactPage()}`;
  return [
    ...(hello ? [greeting(hello)] : []),
    ...body.map((block) => textOfBlock(block, origin)),
    `-- \n${sentBy(site)}\n${answer}\n`,
  ].join('\n\n');
}
