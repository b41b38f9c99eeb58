import { createHmac, hkdfSync } from 'node:crypto';
import type { Now } from '#api/platform/clock.ts';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import { checkQuota } from '#api/platform/quota.ts';
import type { FlagState } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import { type FlagReason, flagsADay, reasonWords } from '#contract/flag-words.ts';
import type { NewMemberFlag } from '#contract/flags.ts';
import type { ViewerMarks } from '#contract/marks.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { CaseStore, FlaggedThing } from './flags.cases.store.ts';
import { type Flagger, type Hiding, hidingOf, weightOf } from './flags.rules.ts';
import { type FlagStore, targetOf } from './flags.store.ts';

/** So many things of one member that members hid within a month are too many. */
const mostHidden = 3;
/** So many things a month the flags of one account help to hide while no moderator has agreed with any of them. */
const mostUnconfirmed = 3;
const month = 30 * 86_400_000;

/** A thing that somebody flags, what they say of it, and the network that it comes from. */
type Flagging = {
  id: string;
  targetType: FlagTarget;
  targetId: string;
  reason: FlagReason;
  note: string;
  network: string;
};

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

interface Deps {
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
  keys: readonly string[];
  now: Now;
}

const idsOf = ({ flags }: Hiding): string[] => flags.map(({ id }) => id);

/** The rules of flags: who counts how much, and when a thing is hidden. */
export class FlagService {
  readonly #deps: Deps;
  readonly #key: Buffer;
  readonly #newFlags = new KeyedMutex();
  readonly #hiding = new KeyedMutex();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#key = Buffer.from(hkdfSync('sha256', deps.keys[0] ?? '', '', 'flags-v1', 32));
  }

  /**
   * Flags a thing, which is hidden once that is enough. Doing it twice is doing it once.
   * @throws not_found, gone, flag.own, flag.repeated, flag.quota, unavailable
   */
  async add(user: Person, flag: Flagging): Promise<void> {
    const { targetType: type, targetId } = flag;
    return this.#add(user, flag, await this.#deps.kinds[type].find(user, targetId));
  }

  /** The same of a member, or of a message that they have written to whoever flags it. */
  async addAbout(user: Person, memberId: string, flag: NewMemberFlag & Pick<Flagging, 'network'>): Promise<void> {
    const { targetType = 'User', targetId = memberId } = flag;
    const found = await this.#deps.kinds[targetType].find(user, targetId, memberId);
    return this.#add(user, { ...flag, targetType, targetId }, found);
  }

  async #add(user: Person, flag: Flagging, { mendedAt, ...place }: Flaggable): Promise<void> {
    const { kinds, now } = this.#deps;
    const { targetType: type, targetId } = flag;
    const at = now();
    const thing = { ...place, type, targetId, target: targetOf(type, targetId) };
    // Many at once would all be counted before any of them is there.
    await this.#newFlags.run(user.id, () => this.#insert(user, flag, thing, at));
    await kinds[type].note?.(user, targetId);
    await this.#weigh(thing, mendedAt, at);
  }

  async #insert({ id: userId }: Person, flag: Flagging, thing: FlaggedThing, at: Date): Promise<void> {
    const { flags, memberOf } = this.#deps;
    const { id, reason, note } = flag;
    const earlier = await flags.find(thing.target, userId);
    if (earlier === null) {
      const used = (await flags.lastDay(userId, at, flagsADay)).map((day) => ({ at: day, amount: 1 }));
      checkQuota(used, flagsADay, 'flag.quota', at);
      const [member, judged] = await Promise.all([memberOf(userId), flags.judgedOf(userId)]);
      const { type, targetId, bikeId } = thing;
      const weight = weightOf({ ...member, ...judged }, reason);
      const network = { code: this.#codeOf(thing, flag), until: new Date(at.getTime() + month) };
      if (await flags.insert({ flagId: id, type, targetId, bikeId, userId, reason, note, weight, at, network })) return;
    }
    // What was noted by a server that was stopped before it could say so comes again.
    if ((earlier ?? (await flags.find(thing.target, userId))) !== id) throw new Problem('flag.repeated');
  }

  /** Whoever comes last of those who are enough finds that they are. */
  async #weigh(thing: FlaggedThing, mendedAt: Date | null, at: Date): Promise<void> {
    const { flags, cases, kinds, members } = this.#deps;
    const { target, type, targetId } = thing;
    await cases.open(thing, at);
    // One thing after the other: what the flags of an account hide is bounded.
    const hiding = await this.#hiding.run('', () => this.#agree(target, mendedAt, at));
    if (!hiding) return;
    if (!(await kinds[type].hide(targetId, reasonWords(hiding.reason)))) return flags.forgetHiding(idsOf(hiding), at);
    await cases.noteHidden(target, hiding.weight, at);
    const { all, open } = await cases.hiddenOf(thing.ownerId, this.#monthBefore());
    if (all >= mostHidden && open > 0) await members.hold(thing.ownerId);
  }

  /** What hides a thing, which is noted with its flags, without those of accounts that hid too much already. */
  async #agree(target: string, mendedAt: Date | null, at: Date): Promise<Hiding | null> {
    const { flags } = this.#deps;
    let left = await flags.openOn(target, mendedAt);
    for (;;) {
      const hiding = hidingOf(left);
      if (!hiding) return null;
      // Noted first and counted then, so that none is too many although another process does the same.
      await flags.noteHiding(idsOf(hiding), at);
      const userIds = hiding.flags.map(({ userId }) => userId);
      const over = await flags.overreaching(userIds, mostUnconfirmed, this.#monthBefore());
      if (over.size === 0) return hiding;
      await flags.forgetHiding(idsOf(hiding), at);
      left = left.filter(({ userId }) => !over.has(userId));
    }
  }

  /** Names the sender's network so that nobody without the key reads it, and that of another flag nobody finds again. */
  #codeOf({ target }: FlaggedThing, { network }: Flagging): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([target, network]))
      .digest('base64url');
  }

  /** Forgets from which networks flags came that no moderator has looked at for a month. */
  forgetNetworks(): Promise<void> {
    const { flags, now } = this.#deps;
    return flags.forgetNetworks(now());
  }

  /**
   * Notes what a moderator decided about a thing, whether it was flagged or not. The same again is the same.
   * @param state whether those were right who flagged it; `open` where somebody has to look again
   */
  async settle(type: FlagTarget, id: string, state: FlagState): Promise<void> {
    const { flags, cases, members, now } = this.#deps;
    const target = targetOf(type, id);
    await flags.settle(target, state);
    const ownerId = await cases.decide(target, state, now());
    if (ownerId && (await cases.hiddenOf(ownerId)).open === 0) await members.release(ownerId);
  }

  /** Members whom a member has flagged, the last first. */
  membersBy({ id }: Person): Promise<string[]> {
    return this.#deps.flags.membersBy(id);
  }

  #monthBefore(): Date {
    return new Date(this.#deps.now().getTime() - month);
  }

  /** What of a bike a member has flagged: the bike itself, and which of its comments. */
  async marksOf({ id }: Person, bikeId: string): Promise<ViewerMarks['flagged']> {
    const flagged = await this.#deps.flags.ofMemberOn(id, bikeId);
    const idsOf = (type: FlagTarget) => flagged.flatMap((one) => (one.type === type ? [one.targetId] : []));
    return { bike: idsOf('Post').length > 0, commentIds: idsOf('Comment') };
  }
}
