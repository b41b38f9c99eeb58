import { createHmac } from 'node:crypto';
import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import { checkQuota } from '#api/platform/quota.ts';
import type { Derived, SigningKeys } from '#api/platform/signing-keys.ts';
import type { FlagState } from '#contract/flag-queue.ts';
import { type FlagReason, flagsADay, reasonLabel } from '#contract/flag-reasons.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import type { NewMemberFlag } from '#contract/flags.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { ViewerState } from '#contract/viewer-state.ts';
import type { CaseStore, FlaggedThing } from './flags.cases.store.ts';
import { type Flagger, type Hiding, hidingOf, weightOf } from './flags.rules.ts';
import { type FlagStore, targetOf } from './flags.store.ts';

/** A member is suspended from posting after this many hidden items in 30 days. */
const maxHidden = 3;
/** An account without an upheld flag can help to hide this many items in 30 days. */
const maxUnconfirmed = 3;
const month = 30 * 86_400_000;

/** A flag as it is submitted, with the sender's network. */
type Flagging = {
  id: string;
  targetType: FlagTarget;
  targetId: string;
  reason: FlagReason;
  note: string;
  network: string;
};

/** A flaggable item as its feature knows it. */
export type Flaggable = {
  ownerId: string;
  bikeId: string | null;
  /** Its text, if the author could take it back before a moderator has read it. */
  words?: string;
  /** When its owner last fixed what was flagged; earlier flags are settled by that. */
  correctedAt: Date | null;
};

/** One kind of flaggable item. Every kind needs this and a name in the contract. */
interface FlaggableKind {
  /** Returns the item if this member may flag it. @param of the claimed owner, if any @throws why not */
  find(user: Person, id: string, of?: string): Promise<Flaggable>;
  /** Records on the item that this member has flagged it. Idempotent. */
  note?(user: Person, id: string): Promise<void>;
  /**
   * Hides a visible item and notifies its owner of the reason. Idempotent.
   * @returns whether it is flagged now
   * @throws unavailable
   */
  hide(id: string, reason: string): Promise<boolean>;
}

interface Deps {
  flags: FlagStore;
  cases: CaseStore;
  kinds: Record<FlagTarget, FlaggableKind>;
  /** Data about a member other than their flags. */
  memberOf(id: string): Promise<Pick<Flagger, 'isNew' | 'hasPosted'>>;
  members: {
    /** Suspends a member from posting until moderators have reviewed what was hidden. */
    suspendPosting(id: string): Promise<void>;
    resumePosting(id: string): Promise<void>;
  };
  keys: SigningKeys;
  emit: Events['emit'];
  now: Now;
}

const idsOf = ({ flags }: Hiding): string[] => flags.map(({ id }) => id);

/** Accepts flags, weighs them and hides flagged items. */
export class FlagService {
  readonly #deps: Deps;
  readonly #keys: Derived<Buffer>;
  readonly #newFlags = new KeyedMutex();
  readonly #hiding = new KeyedMutex();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#keys = deps.keys.deriveFor('flags-v1');
  }

  /**
   * Flags an item, and hides it if the threshold is reached. Idempotent.
   * @throws not_found, gone, flag.own, flag.repeated, flag.quota, unavailable
   */
  async add(user: Person, flag: Flagging): Promise<void> {
    const { targetType: type, targetId } = flag;
    return this.#add(user, flag, await this.#deps.kinds[type].find(user, targetId));
  }

  /** Flags a member, or a message that they sent to the flagging member. */
  async addAbout(user: Person, memberId: string, flag: NewMemberFlag & Pick<Flagging, 'network'>): Promise<void> {
    const { targetType = 'User', targetId = memberId } = flag;
    const found = await this.#deps.kinds[targetType].find(user, targetId, memberId);
    return this.#add(user, { ...flag, targetType, targetId }, found);
  }

  async #add(user: Person, flag: Flagging, { correctedAt, ...place }: Flaggable): Promise<void> {
    const { kinds, emit, now } = this.#deps;
    const { id, targetType: type, targetId } = flag;
    const at = now();
    const thing = { ...place, type, targetId, target: targetOf(type, targetId) };
    // Serialized per member, so that parallel flags cannot exceed the quota.
    await this.#newFlags.run(user.id, () => this.#insert(user, flag, thing, at));
    await kinds[type].note?.(user, targetId);
    await this.#weigh(thing, correctedAt, at);
    await emit({ what: 'flagged', id, targetType: type, targetId });
  }

  async #insert({ id: userId }: Person, flag: Flagging, thing: FlaggedThing, at: Date): Promise<void> {
    const { flags, memberOf } = this.#deps;
    const { id, reason, note } = flag;
    const earlier = await flags.find(thing.target, userId);
    if (earlier === null) {
      const used = (await flags.lastDay(userId, at, flagsADay)).map((day) => ({ at: day, amount: 1 }));
      checkQuota(used, flagsADay, 'flag.quota', at);
      const [member, decided] = await Promise.all([memberOf(userId), flags.judgedOf(userId)]);
      const { type, targetId, bikeId } = thing;
      const weight = weightOf({ ...member, ...decided }, reason);
      const network = { code: this.#codeOf(thing, flag), until: new Date(at.getTime() + month) };
      if (await flags.insert({ flagId: id, type, targetId, bikeId, userId, reason, note, weight, at, network })) return;
    }
    // A retry with the same id succeeds: the first attempt may have been stored without an answer.
    if ((earlier ?? (await flags.find(thing.target, userId))) !== id) throw new Problem('flag.repeated');
  }

  /** Hides the item if its flags are enough. The last of several concurrent flags sees all of them. */
  async #weigh(thing: FlaggedThing, correctedAt: Date | null, at: Date): Promise<void> {
    const { flags, cases, kinds, members } = this.#deps;
    const { target, type, targetId } = thing;
    await cases.open(thing, at);
    // Serialized, because the number of items that an account helps to hide is limited.
    const hiding = await this.#hiding.run('', () => this.#agree(target, correctedAt, at));
    if (!hiding) return;
    if (!(await kinds[type].hide(targetId, reasonLabel(hiding.reason)))) return flags.forgetHiding(idsOf(hiding), at);
    await cases.noteHidden(target, hiding.weight, at);
    const { all, open } = await cases.hiddenOf(thing.ownerId, this.#monthBefore());
    if (all >= maxHidden && open > 0) await members.suspendPosting(thing.ownerId);
  }

  /** Decides whether an item is hidden and records it on the flags. Leaves out accounts that have hidden too much. */
  async #agree(target: string, correctedAt: Date | null, at: Date): Promise<Hiding | null> {
    const { flags } = this.#deps;
    let left = await flags.openOn(target, correctedAt);
    for (;;) {
      const hiding = hidingOf(left);
      if (!hiding) return null;
      // Record first, then count, so that concurrent processes cannot exceed the limit.
      await flags.noteHiding(idsOf(hiding), at);
      const userIds = hiding.flags.map(({ userId }) => userId);
      const over = await flags.overreaching(userIds, maxUnconfirmed, this.#monthBefore());
      if (over.size === 0) return hiding;
      await flags.forgetHiding(idsOf(hiding), at);
      left = left.filter(({ userId }) => !over.has(userId));
    }
  }

  /** Pseudonym of the sender's network, different for each item and meaningless without the key. */
  #codeOf({ target }: FlaggedThing, { network }: Flagging): string {
    return createHmac('sha256', this.#keys.signing)
      .update(JSON.stringify([target, network]))
      .digest('base64url');
  }

  /** Deletes network codes of flags that were not reviewed within 30 days. */
  forgetNetworks(): Promise<void> {
    const { flags, now } = this.#deps;
    return flags.forgetNetworks(now());
  }

  /**
   * Records a moderator's decision about an item, whether it was flagged or not. Idempotent.
   * @param state whether the flags were right; `open` reopens the case
   */
  async settle(type: FlagTarget, id: string, state: FlagState): Promise<void> {
    const { flags, cases, members, now } = this.#deps;
    const target = targetOf(type, id);
    await flags.settle(target, state);
    const ownerId = await cases.decide(target, state, now());
    if (ownerId && (await cases.hiddenOf(ownerId)).open === 0) await members.resumePosting(ownerId);
  }

  /** Whether the flags on an item are all in this state. */
  async areSettled(type: FlagTarget, id: string, state: FlagState): Promise<boolean> {
    return !(await this.#deps.flags.hasOther(targetOf(type, id), state));
  }

  /** The owner of a flagged item that may be gone; null if it was never flagged. */
  ownerOf(type: FlagTarget, id: string): Promise<string | null> {
    return this.#deps.cases.ownerOf(targetOf(type, id));
  }

  /** Members that a member has flagged, latest first. */
  membersBy({ id }: Person): Promise<string[]> {
    return this.#deps.flags.membersBy(id);
  }

  #monthBefore(): Date {
    return new Date(this.#deps.now().getTime() - month);
  }

  /** A member's flags on a bike: whether on the bike itself, and on which comments. */
  async flaggedBy({ id }: Person, bikeId: string): Promise<ViewerState['flagged']> {
    const flagged = await this.#deps.flags.ofMemberOn(id, bikeId);
    const idsOf = (type: FlagTarget) => flagged.flatMap((one) => (one.type === type ? [one.targetId] : []));
    return { bike: idsOf('Post').length > 0, commentIds: idsOf('Comment') };
  }
}
