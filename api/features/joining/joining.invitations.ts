import { randomBytes } from 'node:crypto';
import type { Now } from '#api/platform/clock.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { SiteSettings } from '#api/platform/settings/site-settings.ts';
import { type Invitation, invitationLimits, type NewInvitation } from '#contract/invitations.ts';
import { doMembersInvite } from '#contract/join-settings.ts';
import { permitted } from '#contract/may.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { daysInvitationKept } from '#contract/periods.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import type { InvitationRow, InvitationStore } from './joining.invitations.store.ts';

const pageSize = 50;
const dayMs = 86_400_000;

/** Why an invitation cannot be used. */
type Refused = 'invitation.invalid' | 'invitation.ended' | 'invitation.used';
/** A member who makes or revokes invitations. */
type Inviter = Pick<Person, 'id'> & { postingSuspended: boolean; operator: boolean };

interface Deps {
  invitations: InvitationStore;
  site: Pick<SiteSettings, 'read'>;
  /** Members by id. */
  people: {
    byIds(ids: string[]): Promise<Person[]>;
    /** A visible member; null if they have left or were banned. */
    here(id: string): Promise<Person | null>;
    known(id: string): Promise<{ since: Date } | null>;
  };
  now: Now;
}

function stateOf({ left, endsAt, revokedAt }: InvitationRow, now: Date): Invitation['state'] {
  if (revokedAt) return 'revoked';
  if (left <= 0) return 'used';
  return endsAt <= now ? 'ended' : 'open';
}
const refusedAs = { used: 'invitation.used', ended: 'invitation.ended', revoked: 'invitation.invalid' } as const;

/** Invitations to the site: links that let people join. */
export class Invitations {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Why an invitation cannot be used; null if it can. One of a member who has left or was banned is void. */
  async #refusal(row: InvitationRow): Promise<Refused | null> {
    const { site, people, now } = this.#deps;
    const state = stateOf(row, now());
    if (state !== 'open') return refusedAs[state];
    if (!(await people.here(row.by))) return 'invitation.invalid';
    if (row.byOperator || doMembersInvite((await site.read()).joining)) return null;
    return 'invitation.invalid';
  }

  /** Finds an invitation that can be used now, without using it. @throws invitation.invalid, .ended, .used */
  async find(token: string): Promise<InvitationRow> {
    const row = await this.#deps.invitations.byToken(token);
    const refused = row ? await this.#refusal(row) : 'invitation.invalid';
    if (!row || refused) throw new Problem(refused ?? 'invitation.invalid');
    return row;
  }

  /** The name of the member who invites. @throws invitation.invalid, .ended, .used */
  async read(token: string): Promise<{ by: string | null }> {
    const { by } = await this.find(token);
    return { by: (await this.#deps.people.here(by))?.username ?? null };
  }

  /** Uses an invitation for an account, once however often it is called. @returns why it cannot be used */
  async use(id: string, accountId: string): Promise<Refused | null> {
    const { invitations, now } = this.#deps;
    const row = await invitations.byId(id);
    if (!row) return 'invitation.invalid';
    const isMine = row.usedBy.includes(accountId);
    const refused = isMine ? null : await this.#refusal(row);
    if (refused || (await invitations.use(id, accountId, now()))) return refused;
    // Others have used it up meanwhile, or it was revoked.
    return (await invitations.byId(id))?.revokedAt ? 'invitation.invalid' : 'invitation.used';
  }

  /** @throws invitation.never, invitation.young, invitation.many, posting.held, FieldsRefused */
  async create(member: Inviter, id: string, { uses, days }: NewInvitation): Promise<Invitation> {
    const { invitations, now } = this.#deps;
    const at = now();
    permitted('invitation.create', member, { from: await this.#from(member) }, { at: at.getTime() });
    const limits = invitationLimits[member.operator ? 'operator' : 'member'];
    if (uses > limits.uses) throw new FieldsRefused({ uses: [t`Use at most ${limits.uses}.`] });
    if (days > limits.days) throw new FieldsRefused({ days: [t`Use at most ${limits.days}.`] });
    const endsAt = new Date(at.getTime() + days * dayMs);
    const row: InvitationRow = {
      _id: id,
      token: randomBytes(18).toString('base64url'),
      by: member.id,
      byOperator: member.operator,
      uses,
      left: uses,
      usedBy: [],
      createdAt: at,
      endsAt,
      forgetAt: new Date(endsAt.getTime() + daysInvitationKept * dayMs),
    };
    if ((await invitations.openOf(member.id, at, limits.open)) >= limits.open) {
      const known = await invitations.byId(id);
      if (!known) throw new Problem('invitation.many');
    }
    try {
      await invitations.insert(row);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const stored = await invitations.byId(id);
      permitted('invitation.revoke', member, stored && { ownerId: stored.by }, { operator: false });
      return this.#one(stored ?? row);
    }
    return this.#one(row);
  }

  /** The member's own invitations, and from when they may make some. */
  async own(
    member: Inviter,
    { cursor, limit = pageSize }: PageQuery,
  ): Promise<Page<Invitation> & { from: string | null }> {
    const [from, list] = await Promise.all([this.#from(member), this.#deps.invitations.list(member.id, limit, cursor)]);
    return { ...(await this.#page(list)), from: from === null ? null : new Date(from).toISOString() };
  }

  /** Everybody's invitations, for operators. */
  async all({ cursor, limit = pageSize }: PageQuery): Promise<Page<Invitation>> {
    return this.#page(await this.#deps.invitations.list(null, limit, cursor));
  }

  /** @throws not_found for another member's, unless an operator asks */
  async revoke(member: Inviter, id: string): Promise<Invitation> {
    const { invitations, now } = this.#deps;
    const stored = await invitations.byId(id);
    const { operator } = member;
    permitted('invitation.revoke', member, stored && { ownerId: stored.by }, { operator });
    const row = await invitations.revoke(id, now());
    if (!row) throw new Problem('not_found');
    return this.#one(row);
  }

  /** The time in milliseconds from which a member may invite people; null if only operators may. */
  async #from({ id, operator }: Inviter): Promise<number | null> {
    const { site, people } = this.#deps;
    if (operator) return 0;
    const { joining } = await site.read();
    const member = doMembersInvite(joining) ? await people.known(id) : null;
    return member && member.since.getTime() + (joining.inviteAfterDays ?? 0) * dayMs;
  }

  async #page({ items, next }: Page<InvitationRow>): Promise<Page<Invitation>> {
    const people = await this.#deps.people.byIds([...new Set(items.map(({ by }) => by))]);
    const names = new Map(people.map((person) => [person.id, person.username]));
    return { items: items.map((row) => this.#shown(row, names.get(row.by))), next };
  }

  async #one(row: InvitationRow): Promise<Invitation> {
    const [person] = await this.#deps.people.byIds([row.by]);
    return this.#shown(row, person?.username);
  }

  #shown(row: InvitationRow, username: string | undefined): Invitation {
    const { _id, token, by, uses, left, createdAt, endsAt } = row;
    return {
      id: _id,
      by: username ? { id: by, username } : null,
      token,
      uses,
      used: uses - left,
      at: createdAt.toISOString(),
      endsAt: endsAt.toISOString(),
      state: stateOf(row, this.#deps.now()),
    };
  }
}
