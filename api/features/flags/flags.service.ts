import { allowOrRefuse } from '#api/platform/allowance.ts';
import type { Now } from '#api/platform/clock.ts';
import { OneByOne } from '#api/platform/one-by-one.ts';
import type { FlagState } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import { type FlagReason, flagsADay, reasonWords } from '#contract/flag-words.ts';
import type { NewMemberFlag } from '#contract/flags.ts';
import type { ViewerMarks } from '#contract/marks.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { CaseStore, FlaggedThing } from './flags.cases.store.ts';
import { type Flagger, hidingReason, weightOf } from './flags.rules.ts';
import { type FlagStore, targetOf } from './flags.store.ts';

/** So many things of one member that members hid within a month are too many. */
const mostHidden = 3;
const month = 30 * 86_400_000;

/** A thing that somebody flags, and what they say of it. */
type Flagging = { id: string; targetType: FlagTarget; targetId: string; reason: FlagReason; note: string };

/** A thing as its feature knows it that somebody flags. */
export type Flaggable = {
  ownerId: string;
  bikeId: string | null;
  /** What it says, where its author could take that back before a moderator has read it. */
  words?: string;
  /** When its owner has last mended what was flagged: what was said before is settled by that. */
  mendedAt: Date | null;
};

/** One kind of thing that can be flagged. Whatever has this, and a name in the contract, can be. */
export interface FlaggableKind {
  /** The thing, when this member may flag it. @param of whose it is said to be, where that is said. @throws why not */
  find(user: Person, id: string, of?: string): Promise<Flaggable>;
  /** Notes on the thing that this member has flagged it, where it tells them so. The same again is the same. */
  note?(user: Person, id: string): Promise<void>;
  /**
   * Hides it where it is shown, for a reason that its owner is told. The same again is the same.
   * @returns whether it is flagged now
   * @throws unavailable
   */
  hide(id: string, reason: string): Promise<boolean>;
}

interface Needs {
  flags: FlagStore;
  cases: CaseStore;
  kinds: Record<FlagTarget, FlaggableKind>;
  /** What is known of a member besides their flags. */
  memberOf(id: string): Promise<Pick<Flagger, 'days' | 'hasPosted'>>;
  members: {
    /** Lets a member post no more until moderators have looked at what was hidden. */
    hold(id: string): Promise<void>;
    release(id: string): Promise<void>;
  };
  now: Now;
}

/** The rules of flags: who counts how much, and when a thing is hidden. */
export class FlagService {
  readonly #needs: Needs;
  readonly #newFlags = new OneByOne();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * Flags a thing, which is hidden once that is enough. Doing it twice is doing it once.
   * @throws not_found, gone, flag.own, flag.repeated, flag.quota, unavailable
   */
  async add(user: Person, flag: Flagging): Promise<void> {
    const { targetType: type, targetId } = flag;
    return this.#add(user, flag, await this.#needs.kinds[type].find(user, targetId));
  }

  /** The same of a member, or of a message that they have written to whoever flags it. */
  async addAbout(user: Person, memberId: string, flag: NewMemberFlag): Promise<void> {
    const { targetType = 'User', targetId = memberId } = flag;
    const found = await this.#needs.kinds[targetType].find(user, targetId, memberId);
    return this.#add(user, { ...flag, targetType, targetId }, found);
  }

  async #add(user: Person, flag: Flagging, { mendedAt, ...place }: Flaggable): Promise<void> {
    const { kinds, now } = this.#needs;
    const { targetType: type, targetId } = flag;
    const at = now();
    const thing = { ...place, type, targetId, target: targetOf(type, targetId) };
    // Many at once would all be counted before any of them is there.
    await this.#newFlags.run(user.id, () => this.#insert(user, flag, thing, at));
    await kinds[type].note?.(user, targetId);
    await this.#weigh(thing, mendedAt, at);
  }

  async #insert({ id: userId }: Person, { id, reason, note }: Flagging, thing: FlaggedThing, at: Date): Promise<void> {
    const { flags, memberOf } = this.#needs;
    const earlier = await flags.find(thing.target, userId);
    if (earlier === null) {
      const used = (await flags.lastDay(userId, at, flagsADay)).map((day) => ({ at: day, amount: 1 }));
      allowOrRefuse(used, flagsADay, 'flag.quota', at);
      const [member, judged] = await Promise.all([memberOf(userId), flags.judgedOf(userId)]);
      const { type, targetId, bikeId } = thing;
      const weight = weightOf({ ...member, ...judged }, reason);
      if (await flags.insert({ flagId: id, type, targetId, bikeId, userId, reason, note, weight, at })) return;
    }
    // What was noted by a server that was stopped before it could say so comes again.
    if ((earlier ?? (await flags.find(thing.target, userId))) !== id) throw new Problem('flag.repeated');
  }

  /** Whoever comes last of those who are enough finds that they are. */
  async #weigh(thing: FlaggedThing, mendedAt: Date | null, at: Date): Promise<void> {
    const { flags, cases, kinds, members } = this.#needs;
    const { target, type, targetId } = thing;
    await cases.open(thing, at);
    const reason = hidingReason(await flags.openOn(target, mendedAt));
    if (!reason) return;
    if (!(await kinds[type].hide(targetId, reasonWords(reason)))) return;
    await cases.noteHidden(target, at);
    const { all, open } = await cases.hiddenOf(thing.ownerId, this.#monthBefore());
    if (all >= mostHidden && open > 0) await members.hold(thing.ownerId);
  }

  /**
   * Notes what a moderator decided about a thing, whether it was flagged or not. The same again is the same.
   * @param state whether those were right who flagged it; `open` where somebody has to look again
   */
  async settle(type: FlagTarget, id: string, state: FlagState): Promise<void> {
    const { flags, cases, members, now } = this.#needs;
    const target = targetOf(type, id);
    await flags.settle(target, state);
    const ownerId = await cases.decide(target, state, now());
    if (ownerId && (await cases.hiddenOf(ownerId)).open === 0) await members.release(ownerId);
  }

  /** Members whom a member has flagged, the last first. */
  membersBy({ id }: Person): Promise<string[]> {
    return this.#needs.flags.membersBy(id);
  }

  #monthBefore(): Date {
    return new Date(this.#needs.now().getTime() - month);
  }

  /** What of a bike a member has flagged: the bike itself, and which of its comments. */
  async marksOf({ id }: Person, bikeId: string): Promise<ViewerMarks['flagged']> {
    const flagged = await this.#needs.flags.ofMemberOn(id, bikeId);
    const idsOf = (type: FlagTarget) => flagged.flatMap((one) => (one.type === type ? [one.targetId] : []));
    return { bike: idsOf('Post').length > 0, commentIds: idsOf('Comment') };
  }
}
