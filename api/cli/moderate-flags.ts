import * as v from 'valibot';
import type { FlagQueue } from '#api/features/flags/flags.queue.ts';
import type { FlagCase } from '#contract/flag-queue.ts';
import { type FlagReason, reasonLabel } from '#contract/flag-reasons.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import { Id } from '#contract/id-schema.ts';
import { ShareId } from '#contract/lists.ts';
import { Misused } from './misused.ts';

const kinds: Record<string, FlagTarget> = {
  bike: 'Post',
  comment: 'Comment',
  message: 'Message',
  list: 'List',
  user: 'User',
};
const states = { uphold: 'upheld', reject: 'rejected', reopen: 'open' } as const;
const isVerb = (verb: string): verb is keyof typeof states => Object.hasOwn(states, verb);

/** Parses the decision of a `flags` command; null if it only lists. @throws Misused */
export function flagDecision([verb, kind = '', id, ...more]: string[]) {
  if (verb === undefined) return null;
  if (!isVerb(verb)) throw new Misused(`There is no command "flags ${verb}".`);
  const type = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!type) throw new Misused(`Which kind? Choose one of ${Object.keys(kinds).join(', ')}.`);
  if (id === undefined || !v.is(type === 'List' ? ShareId : Id, id)) throw new Misused(`Which ${kind}? Give its ID.`);
  if (more.length > 0) throw new Misused('There are too many arguments.');
  return { type, id, state: states[verb] };
}

/** Quotes a member's text on one line and without control characters that a terminal would obey. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '');

function linesOf({ targetType, targetId, owner, status, standing, text, flags }: FlagCase): string[] {
  const [kind] = Object.entries(kinds).find(([, type]) => type === targetType) ?? [targetType];
  const stands = targetType === 'User' ? standing : status;
  const says = text && `: ${quoted(text)}`;
  return [
    `${kind} ${targetId}, ${targetType === 'User' ? '' : 'by '}${owner.username} (${stands})${says}`,
    ...flags.map(({ by, reason, note, weight, at }) => {
      const said = `${reasonLabel(reason as FlagReason)}${note && `, ${quoted(note)}`}`;
      return `  ${at}  ${by?.username ?? 'someone'}: ${said} (weight ${weight})`;
    }),
  ];
}

/** Lists the open flag cases, newest first, with a line for each item and each flag. */
export async function* openFlags(queue: FlagQueue): AsyncIterable<string> {
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await queue.list('open', { cursor });
    for (const one of items) yield* linesOf(one);
    if (!next) return;
    cursor = next;
  }
}
