import type { Now } from '#api/platform/clock.ts';
import { dayBefore } from '#api/platform/quota.ts';
import { trustOf } from '#contract/trust.ts';
import type { CommentStore, MentioningComment } from './comments.store.ts';

interface Deps {
  comments: CommentStore;
  /** Id of a bike's owner; null if there is no such bike. */
  ownerOf(bikeId: string): Promise<string | null>;
  isNew(id: string): Promise<boolean>;
  /** Records that a new member alerts a stranger. Returns false if new members have alerted them too often that day. */
  mayAlert(memberId: string, authorId: string): Promise<boolean>;
  /** Filters the members who have a conversation with a member. */
  correspondentsOf(id: string, among: string[]): Promise<string[]>;
  now: Now;
}

const pairOf = (bikeId: string, memberId: string): string => `${bikeId}:${memberId}`;

/**
 * Decides which of the mentioned members are alerted. Members who have commented on the bike, mentioned the author or
 * written messages with them always are; all others are strangers.
 */
export class MentionQuota {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Filters the mentioned members whom a stored comment may alert. A repeated call returns the same members. */
  async alerted(authorId: string, id: string, members: readonly string[]): Promise<Set<string>> {
    const { comments, isNew, mayAlert, now } = this.#deps;
    const day = await comments.mentioningOf(authorId, dayBefore(now()));
    const own = day.findIndex((one) => one.id === id);
    const strangers = await this.#strangers(authorId, day);
    const fresh = new Set(strangers.get(id) ?? members);
    const byNewMember = fresh.size > 0 && (await isNew(authorId));
    const { strangersADay: max } = trustOf(byNewMember);
    const alerted = new Set(
      day.flatMap((one) => strangers.get(one.id)?.filter((member) => one.alerted.includes(member)) ?? []),
    );
    // One that was edited counts at the time of its last edit, so only those before it.
    const before = day.slice(0, Math.max(0, own)).flatMap((one) => strangers.get(one.id) ?? []);
    const counted = new Set([...alerted, ...before]);
    const more = [...fresh].filter((member) => !counted.has(member)).slice(0, Math.max(0, max - counted.size));
    const open = await Promise.all(more.map(async (member) => !byNewMember || (await mayAlert(member, authorId))));
    const some = new Set([...alerted, ...more.filter((_, i) => open[i])]);
    return new Set(members.filter((member) => !fresh.has(member) || some.has(member)));
  }

  /** The strangers that each comment mentions, by its id. */
  async #strangers(authorId: string, day: readonly MentioningComment[]): Promise<Map<string, string[]>> {
    const { comments, ownerOf, correspondentsOf } = this.#deps;
    const members = [...new Set(day.flatMap(({ mentioned }) => mentioned))];
    if (members.length === 0) return new Map();
    const bikeIds = [...new Set(day.map(({ bikeId }) => bikeId))];
    const pairs = day.flatMap(({ bikeId, mentioned }) => mentioned.map((one) => pairOf(bikeId, one)));
    const [owners, commented, naming, writing] = await Promise.all([
      Promise.all(bikeIds.map(async (bikeId) => pairOf(bikeId, (await ownerOf(bikeId)) ?? ''))),
      comments.firstsAmong(pairs),
      comments.mentionersOf(authorId, members),
      correspondentsOf(authorId, members),
    ]);
    const here = new Set([...owners, ...commented]);
    const known = new Set([authorId, ...naming, ...writing]);
    const isStranger = (bikeId: string) => (one: string) => !known.has(one) && !here.has(pairOf(bikeId, one));
    return new Map(day.map(({ id, bikeId, mentioned }) => [id, mentioned.filter(isStranger(bikeId))]));
  }
}
