import type { Now } from '#api/platform/clock.ts';
import { csvLine } from '#api/platform/csv.ts';
import type { Events } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Log } from '#api/platform/logs.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import type { FlagState } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import { newId } from '#contract/ids.ts';
import type { SiteLanguage } from '#contract/languages.ts';
import type {
  Act,
  Judgement,
  ListJudgement,
  MessageJudgement,
  Role,
  RoleHolder,
  ThingJudgement,
} from '#contract/moderation.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { bannedMail, letInMail, suspendedMail } from './moderation.mails.ts';
import type { ActStore, NewAct } from './moderation.store.ts';

const pageSize = 50;
const dayMs = 86_400_000;
/** Longest suspension; use a ban for anything longer. */
const maxSuspensionDays = 3660;

/** A member as moderators see them. `reason`: why they are suspended or banned; `until`: the suspension's end. */
export type ModeratedMember = Pick<Person, 'id' | 'username'> & {
  email: string;
  /** The language of their mails. */
  language?: SiteLanguage | undefined;
  status: string;
  avatar: string;
  role: Role | null;
  reason: string;
  until: Date | null;
};

/** Account changes; each returns whether it was possible. */
interface Members {
  byId(id: string): Promise<ModeratedMember | null>;
  suspend(id: string, until: Date, reason: string): Promise<boolean>;
  ban(id: string, reason: string, now: Date): Promise<boolean>;
  banComments(id: string): Promise<void>;
  commentsOf(id: string): Promise<'removed' | 'restored' | null>;
  letIn(id: string, now: Date): Promise<boolean>;
  byName(username: string): Promise<ModeratedMember | null>;
  withRoles(): Promise<ModeratedMember[]>;
  setRole(id: string, role: Role | 'member'): Promise<boolean>;
}

/** An item as moderators see it: its owner, and its bike, if any. */
export type ModeratedItem = {
  name: string;
  bike?: { id: string; title: string };
  owner: Pick<Person, 'id' | 'username'>;
  status: string;
  /** Why it is flagged or removed. */
  reason: string;
};

/** The steps of an act. Each may run again. */
interface Work {
  /** Whether its target is already as the act makes it. */
  isSo: boolean;
  /** Returns whether it was possible. */
  change(): Promise<boolean>;
  /** Work that has to follow the change, also when the act is repeated. */
  follow?(): Promise<void>;
  /** Tells the member, once. */
  announce?(): void;
}

/** Moderation of one kind of item. */
export interface ModeratedKind<To extends ThingJudgement['status'] = ThingJudgement['status']> {
  forModerator(id: string): Promise<ModeratedItem | null>;
  /** @throws moderation.state if it is not possible */
  moderate(id: string, decision: { to: To; reason: string }): Promise<void>;
}

/** Updates of bikes as moderators see them. */
interface ModeratedUpdates {
  /** `title`: null for an update that is deleted. Returns null if the bike never had it. */
  forModerator(
    bikeId: string,
    id: string,
  ): Promise<(Required<Pick<ModeratedItem, 'bike' | 'owner'>> & { title: string | null }) | null>;
  removeByModerator(bikeId: string, id: string): Promise<void>;
}

/** Decisions about applicants; each returns whether there was one. */
interface Applications {
  /** @throws join.full */
  accept(id: string): Promise<boolean>;
  refuse(id: string, reason: string): Promise<boolean>;
}

interface Deps {
  acts: ActStore;
  members: Members;
  applications: Applications;
  bikes: ModeratedKind;
  updates: ModeratedUpdates;
  comments: ModeratedKind;
  messages: ModeratedKind<MessageJudgement['status']>;
  lists: ModeratedKind<ListJudgement['status']>;
  /** Records the decision on an item's flags: upheld, rejected or reopened. */
  settleFlags(type: FlagTarget, id: string, state: FlagState): Promise<void>;
  /** Whether all flags on the item are decided so. */
  areFlagsSettled(type: FlagTarget, id: string, state: FlagState): Promise<boolean>;
  /** Hides or restores a member's content after their account has changed. */
  updateAuthor(id: string): Promise<void>;
  /** Removes a banned member's comments on all bikes. */
  removeComments(id: string): Promise<void>;
  /** Restores the comments that a ban removed. */
  restoreComments(id: string): Promise<void>;
  emit: Events['emit'];
  mailer: Mailer;
  jobs: Jobs;
  now: Now;
  log: Log;
}

const logColumns = [
  ...['at', 'by', 'what', 'member', 'member id', 'bike id', 'bike', 'comment id', 'message id', 'list id'],
  ...['list', 'update id', 'reason', 'until', 'done', 'id'],
];
const whats = { Suspended: 'suspend', Banned: 'ban', Active: 'restore' } as const;
const bikeWhats = { Flagged: 'bike.flag', Removed: 'bike.remove', Active: 'bike.restore' } as const;
const flagWhats = { upheld: 'flags.uphold', rejected: 'flags.reject', open: 'flags.reopen' } as const;
const messageWhats = { Removed: 'message.remove', Active: 'message.restore' } as const;
const listWhats = { Removed: 'list.remove', Active: 'list.restore' } as const;
const commentWhats = { Flagged: 'comment.flag', Removed: 'comment.remove', Active: 'comment.restore' } as const;

/**
 * Moderates members and their content. Each act is recorded before it is carried out. Repeating an interrupted one
 * completes it; repeating one that still holds records and announces nothing.
 */
export class ModerationService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async #member(id: string): Promise<ModeratedMember> {
    const member = await this.#deps.members.byId(id);
    if (!member) throw new Problem('not_found');
    return member;
  }

  acts(memberId: string | undefined, { cursor, limit = pageSize }: PageQuery): Promise<Page<Act>> {
    return this.#deps.acts.list(memberId, limit, cursor);
  }

  /** The whole log as lines of CSV, oldest first. */
  async *log(): AsyncIterable<string> {
    yield csvLine(logColumns);
    for await (const {
      at,
      by,
      what,
      member,
      bike,
      comment,
      message,
      list,
      update,
      reason,
      until,
      done,
      id,
    } of this.#deps.acts.all()) {
      const things = [bike?.id, bike?.title, comment?.id, message?.id, list?.id, list?.name, update?.id];
      yield csvLine([at, by, what, member.username, member.id, ...things, reason, until, done ? 'yes' : 'no', id]);
    }
  }

  /**
   * Suspends or bans a member, or lets them in again.
   * @param by username of the moderator
   * @throws not_found, FieldsRefused, moderation.operator, moderation.moderator, moderation.state
   */
  async moderateMember(by: string, memberId: string, judgement: Judgement): Promise<Act> {
    const { members, settleFlags, updateAuthor, mailer, jobs, now } = this.#deps;
    const member = await this.#member(memberId);
    const until = judgement.standing === 'Suspended' ? this.#endOf(judgement.until) : null;
    if (member.role && judgement.standing !== 'Active') throw new Problem(`moderation.${member.role}`);
    const { username, email, language } = member;
    const mail = { username, email, language };
    const reason = judgement.reason ?? '';
    const isSame = member.reason === reason && member.until?.getTime() === until?.getTime();
    return this.act(
      by,
      member,
      { what: whats[judgement.standing], reason, until },
      {
        isSo: member.status === judgement.standing && (judgement.standing === 'Active' || isSame),
        change: async () => {
          switch (judgement.standing) {
            case 'Suspended':
              return until !== null && members.suspend(member.id, until, reason);
            case 'Banned':
              return members.ban(member.id, reason, now());
            case 'Active':
              return members.letIn(member.id, now());
          }
        },
        follow: async () => {
          if (judgement.standing !== 'Suspended') await updateAuthor(member.id);
          if (judgement.standing === 'Banned' && judgement.comments === 'remove') await members.banComments(member.id);
          await this.#settleComments(member.id);
          // Letting a member in again does not mean that the flags were wrong.
          if (judgement.standing !== 'Active') await settleFlags('User', member.id, 'upheld');
        },
        announce: () => {
          if (until) jobs.soon('suspension mail', () => mailer.send(suspendedMail, { ...mail, reason, until }));
          else if (judgement.standing === 'Banned')
            jobs.soon('ban mail', () => mailer.send(bannedMail, { ...mail, reason }));
          else jobs.soon('return mail', () => mailer.send(letInMail, mail));
        },
      },
    );
  }

  /** Removes or restores the member's comments, until they are as the account says: it may change meanwhile. */
  async #settleComments(id: string): Promise<void> {
    const { members, removeComments, restoreComments } = this.#deps;
    for (
      let now = await members.commentsOf(id), done: typeof now = null;
      now !== done;
      now = await members.commentsOf(id)
    ) {
      if (now === 'removed') await removeComments(id);
      else if (now === 'restored') await restoreComments(id);
      done = now;
    }
  }

  /**
   * Flags, removes or restores a bike. If it already has the status, the reason is replaced.
   * @throws not_found, moderation.state, unavailable
   */
  async moderateBike(by: string, id: string, judgement: ThingJudgement): Promise<Act> {
    return this.#moderate(by, this.#deps.bikes, 'Post', id, judgement, { what: bikeWhats[judgement.status] });
  }

  /** Flags, removes or restores a comment. @throws not_found, moderation.state, unavailable */
  async moderateComment(by: string, id: string, judgement: ThingJudgement): Promise<Act> {
    const act = { what: commentWhats[judgement.status], comment: { id } };
    return this.#moderate(by, this.#deps.comments, 'Comment', id, judgement, act);
  }

  /**
   * Removes an update of a bike. The owner is notified with the reason.
   * @throws not_found, moderation.state if the owner has deleted it, unavailable
   */
  async removeUpdate(by: string, { bikeId, id }: { bikeId: string; id: string }, reason: string): Promise<Act> {
    const { acts, updates, emit, now } = this.#deps;
    const [found, [earlier]] = await Promise.all([updates.forModerator(bikeId, id), acts.removalsOf([id])]);
    if (!found) throw new Problem('not_found');
    const { bike, owner, title } = found;
    const wasRemoved = earlier?.bike?.id === bikeId;
    const update = { id, title: title ?? (wasRemoved ? earlier.update?.title : '') ?? '' };
    return this.act(
      by,
      owner,
      { what: 'update.remove', reason, until: null, bike, update },
      {
        isSo: title === null,
        change: async () => {
          if (title === null && !wasRemoved) return false;
          await updates.removeByModerator(bikeId, id);
          await emit({ what: 'update.removed', bikeId, id, ownerId: owner.id, at: now().toISOString() });
          return true;
        },
      },
    );
  }

  /** Removes a message for both members, or restores it. @throws not_found, moderation.state */
  async moderateMessage(by: string, id: string, judgement: MessageJudgement): Promise<Act> {
    const act = { what: messageWhats[judgement.status], message: { id } };
    return this.#moderate(by, this.#deps.messages, 'Message', id, judgement, act);
  }

  /** Removes the words of a list, or brings them back. @throws not_found, moderation.state, unavailable */
  async moderateList(by: string, id: string, judgement: ListJudgement): Promise<Act> {
    const act = { what: listWhats[judgement.status] };
    return this.#moderate(by, this.#deps.lists, 'List', id, judgement, act);
  }

  /** An item of any kind; a member counts as their own item. @throws not_found */
  async #find(type: FlagTarget, id: string): Promise<ModeratedItem> {
    const { bikes, comments, messages, lists } = this.#deps;
    if (type === 'User') {
      const { username, status, reason } = await this.#member(id);
      return { name: username, owner: { id, username }, status, reason };
    }
    const thing = await { Post: bikes, Comment: comments, Message: messages, List: lists }[type].forModerator(id);
    if (!thing) throw new Problem('not_found');
    return thing;
  }

  /**
   * Rejects the flags on a visible item, or reopens its case.
   * @throws not_found, moderation.state if it is hidden
   */
  async decideFlags(
    by: string,
    type: FlagTarget,
    id: string,
    { state, reason = '' }: { state: FlagState; reason?: string },
  ): Promise<Act> {
    const { name, bike, owner, status } = await this.#find(type, id);
    const fields = {
      what: flagWhats[state],
      reason,
      until: null,
      ...(bike && { bike }),
      ...(type === 'Comment' && { comment: { id } }),
      ...(type === 'Message' && { message: { id } }),
      ...(type === 'List' && { list: { id, name } }),
    } as const;
    return this.act(by, owner, fields, {
      isSo: await this.#deps.areFlagsSettled(type, id, state),
      // Hidden items must be restored instead: rejecting alone would notify nobody that the flags were wrong.
      change: async () => !(state === 'rejected' && (status === 'Flagged' || status === 'Removed')),
      follow: () => this.#deps.settleFlags(type, id, state),
    });
  }

  async #moderate<To extends ThingJudgement['status']>(
    by: string,
    kind: ModeratedKind<To>,
    type: FlagTarget,
    id: string,
    { status: to, reason = '' }: { status: To; reason?: string },
    what: Pick<NewAct, 'what' | 'comment' | 'message'>,
  ): Promise<Act> {
    const { name, bike, owner, status, reason: current } = await this.#find(type, id);
    const list = type === 'List' && { list: { id, name } };
    const fields = { ...what, reason, until: null, ...(bike && { bike }), ...list };
    return this.act(by, owner, fields, {
      isSo: status === to && (to === 'Active' || current === reason),
      change: async () => {
        try {
          await kind.moderate(id, { to, reason });
          return true;
        } catch (cause) {
          if (cause instanceof Problem && cause.code === 'moderation.state') return false;
          throw cause;
        }
      },
      follow: () => this.#deps.settleFlags(type, id, to === 'Active' ? 'rejected' : 'upheld'),
    });
  }

  /** Lists the members with a role: operators first, each group by name. */
  async roles(): Promise<RoleHolder[]> {
    const found = await this.#deps.members.withRoles();
    return found.flatMap(({ id, username, avatar, role }) => (role ? [{ id, username, avatar, role }] : []));
  }

  /** Gives a member a role instead of the present one, by name. @throws FieldsRefused for an unknown name, and as `setRole` */
  async setRoleOf(by: string, username: string, role: Role | 'member'): Promise<Act> {
    const member = await this.#deps.members.byName(username);
    if (!member || member.status === 'Unconfirmed') {
      throw new FieldsRefused({ username: [t`There is no member called ${username}.`] });
    }
    return this.setRole(by, member.id, role);
  }

  /** Gives a member a role instead of the present one. @throws not_found, moderation.state, moderation.lastOperator */
  async setRole(by: string, memberId: string, role: Role | 'member'): Promise<Act> {
    const { members, emit } = this.#deps;
    const member = await this.#member(memberId);
    const change = async () => {
      if (!(await members.setRole(member.id, role))) return false;
      const taken = role === 'member';
      const about = taken ? (member.role ?? '') : role;
      await emit(securityEvent(member.id, taken ? 'role.taken' : 'role.given', { about }));
      return true;
    };
    const what = role === 'member' ? (`${member.role ?? 'operator'}.remove` as const) : (`${role}.add` as const);
    return this.act(
      by,
      member,
      { what, reason: '', until: null },
      { isSo: (member.role ?? 'member') === role, change },
    );
  }

  /** Lets an applicant in, or erases the application. @throws not_found, moderation.state, join.full */
  async decideApplication(by: string, memberId: string, isAccepted: boolean, reason: string): Promise<Act> {
    const { applications } = this.#deps;
    const member = await this.#member(memberId);
    const what = isAccepted ? 'application.accept' : 'application.refuse';
    return this.act(
      by,
      member,
      { what, reason, until: null },
      {
        isSo: isAccepted && member.status === 'Active',
        change: () => (isAccepted ? applications.accept(member.id) : applications.refuse(member.id, reason)),
      },
    );
  }

  /**
   * Carries out a decision and records it: before, so that an interruption shows, and again when it is done.
   * @param by username of the moderator
   * @throws moderation.state if it is not possible, and what the work throws
   */
  async act(
    by: string,
    { id: memberId, username }: Pick<ModeratedMember, 'id' | 'username'>,
    fields: Pick<NewAct, 'what' | 'reason' | 'until' | 'bike' | 'comment' | 'message' | 'list' | 'update' | 'maker'>,
    { isSo, change, follow, announce }: Work,
  ): Promise<Act> {
    const { acts, now, log } = this.#deps;
    const held = isSo ? await acts.held(memberId, fields) : null;
    if (held) {
      await follow?.();
      return held;
    }
    const act = { _id: newId(), at: now(), by, member: { id: memberId, username }, ...fields };
    await acts.begin(act);
    const isPossible = await change().catch(async (cause: unknown) => {
      if (cause instanceof Problem) await acts.forget(act._id);
      throw cause;
    });
    if (!isPossible) {
      await acts.forget(act._id);
      throw new Problem('moderation.state', { message: t`This isn't possible with its current status.` });
    }
    await follow?.();
    announce?.();
    log.info({ event: `moderation.${fields.what}`, actId: act._id, accountId: memberId }, 'moderated');
    return acts.finish(act._id);
  }

  #endOf(text: string): Date {
    const until = new Date(text);
    const days = (until.getTime() - this.#deps.now().getTime()) / dayMs;
    if (!(days > 0)) throw new FieldsRefused({ until: [t`Choose a time in the future.`] });
    if (days > maxSuspensionDays)
      throw new FieldsRefused({ until: [t`Choose a time within ten years, or ban the member.`] });
    return until;
  }
}
