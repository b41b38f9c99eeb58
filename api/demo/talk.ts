// Generates the comments under the bikes, with authors and times.
import type { Id } from '#contract/ids.ts';
import type { CastBike } from './cast.ts';
import type { Chat } from './comments/chat.ts';
import { echoes, generalChats } from './comments/general.ts';
import { kindChats } from './comments/kinds.ts';
import { traitChats } from './comments/traits.ts';
import { seededId } from './ids.ts';
import type { Rng } from './illustrator/random.ts';
import type { DemoBike, DemoComment, DemoMember } from './types.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const everyChat = [...generalChats, ...kindChats, ...traitChats];

/** Picks conversations so that none repeats under one bike, or soon after under another. */
function chooser(r: Rng): (bike: CastBike, count: number) => Chat[] {
  const seenTexts = new Map<Chat, { times: number; last: number }>();
  let now = 0;
  return (bike, count) => {
    now++;
    const cost = (chat: Chat): number => {
      const { times, last } = seenTexts.get(chat) ?? { times: 0, last: -100 };
      return times * 3 + Math.max(0, 12 - (now - last)) + (chat.fits ? 0 : 0.6) + r() * 2;
    };
    const fitting = everyChat.filter((chat) => chat.fits?.(bike.fields) ?? true);
    const ranked = fitting.map((chat) => ({ chat, cost: cost(chat) })).sort((a, b) => a.cost - b.cost);
    const chosen = ranked.slice(0, count).map(({ chat }) => chat);
    for (const chat of chosen) seenTexts.set(chat, { times: (seenTexts.get(chat)?.times ?? 0) + 1, last: now });
    return chosen;
  };
}

const colorNames: Partial<Record<string, string>> = {
  'Silver / Gray / Raw': 'gray',
  'Yellow / Gold': 'yellow',
  'Multi / Custom': 'paint',
};

function fill(line: string, bike: DemoBike): string {
  const color = bike.colors[0] ?? 'paint';
  return line
    .replaceAll('{model}', bike.model)
    .replaceAll('{brand}', bike.brand)
    .replaceAll('{color}', colorNames[color] ?? color.toLowerCase());
}

interface Scene {
  bike: DemoBike;
  cast: CastBike;
  owner: DemoMember;
  /** Between 0 and 1: how many comments it gets. */
  appeal: number;
}

/**
 * Generates all conversations. A line is never dated before the bike, before the line it answers, or after `now`.
 * @param now milliseconds since the epoch
 * @returns oldest first
 */
export function holdTalks(
  scenes: readonly Scene[],
  members: readonly DemoMember[],
  now: number,
  r: Rng,
): DemoComment[] {
  const choose = chooser(r.fork('choice'));
  const comments: DemoComment[] = [];
  const say = (bikeId: Id, author: DemoMember, text: string, at: number): void => {
    comments.push({ id: seededId(at, r), bikeId, authorId: author.id, text, addedAt: new Date(at).toISOString() });
  };
  for (const { bike, cast, owner, appeal } of scenes) {
    const published = Date.parse(bike.publishedAt);
    const age = now - published;
    const visitors = members.filter((member) => member !== owner);
    const nextVisitor = (): DemoMember => {
      // With more conversations than members, visitors repeat.
      if (visitors.length === 0) visitors.push(...members.filter((member) => member !== owner));
      return visitors.splice(r.int(0, visitors.length - 1), 1)[0] ?? owner;
    };
    // Bikes of the last hours have hardly any comments yet.
    const wanted = age < 8 * hour ? 0 : Math.round(appeal * 2 + r.range(-0.3, 0.7));
    const own = age < 3 * hour ? cast.talk.slice(0, 1).map((lines) => lines.slice(0, 1)) : cast.talk;
    const threads = [
      ...own.map((lines) => ({ lines, mayEcho: false })),
      ...choose(cast, wanted).map(({ lines }) => ({
        lines: lines.map((line) => fill(line, bike)),
        mayEcho: lines.length === 1,
      })),
    ];
    let echoed = false;
    for (const { lines, mayEcho } of threads) {
      const visitor = nextVisitor();
      let at = published + 9 * minute + Math.min(age * 0.7, 12 * day) * r() ** 2;
      for (const [i, line] of lines.entries()) {
        if (i) at += Math.min((now - at) / (lines.length + 1), r.range(6 * minute, 14 * hour));
        say(bike.id, i % 2 ? owner : visitor, line, Math.round(at));
      }
      if (mayEcho && !echoed && visitors.length && r.chance(0.22)) {
        echoed = true;
        const echo = r.pick(echoes).replaceAll('{name}', visitor.username);
        say(bike.id, nextVisitor(), echo, Math.round(at + Math.min((now - at) * 0.3, 2 * day) * r()));
      }
    }
  }
  return comments.sort((a, b) => a.addedAt.localeCompare(b.addedAt));
}
