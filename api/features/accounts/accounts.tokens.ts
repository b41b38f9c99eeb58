import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import { type Exporter, jsonFile } from '#api/platform/exporters.ts';
import type { Program } from '#api/platform/http/kit.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import type { SessionUser } from '#api/platform/sessions/adapter.ts';
import type { SeenSession } from '#api/platform/sessions/epochs.ts';
import type { Sender } from '#api/platform/sessions/sender.ts';
import { newId } from '#contract/ids.ts';
import { maxTokens, type NewToken, type PersonalToken, tokenPrefix } from '#contract/personal-tokens.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import type { TokenRow, TokenStore } from './accounts.tokens.store.ts';

const day = 86_400_000;
/** Uses within this time are stored once. */
const useWindowMs = 5 * 60_000;
/** 32 bytes in base64url, and the checksum of what is before it. */
const shape = new RegExp(`^(${tokenPrefix}[\\w-]{43})([0-9a-f]{8})$`);

const checksumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** A random secret. Its checksum tells scanners, and us without a look-up, that a text is one. */
function newSecret(): string {
  const text = tokenPrefix + randomBytes(32).toString('base64url');
  return text + checksumOf(text);
}

const isSecret = (text: string): boolean => {
  const [, secret = '', checksum] = shape.exec(text) ?? [];
  return checksum === checksumOf(secret);
};

const toToken = ({ tokenId, name, scopes, createdAt, lastUsedAt, endsAt }: TokenRow): PersonalToken => ({
  id: tokenId,
  name,
  scopes,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  endsAt: endsAt.toISOString(),
});

interface Deps {
  tokens: TokenStore;
  findUser(id: string): Promise<SessionUser | null>;
  emit: Events['emit'];
  now: Now;
}

/**
 * Personal tokens, with which members' programs make calls. A token belongs to the epoch in which it was made, so
 * whatever ends all sessions ends it, too.
 */
export class TokenService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The live tokens of a member, newest first, and those that ended lately. */
  async list(userId: string): Promise<PersonalToken[]> {
    const { tokens, findUser } = this.#deps;
    const [rows, user] = await Promise.all([tokens.of(userId), findUser(userId)]);
    return rows.filter(({ epoch }) => epoch === user?.authEpoch).map(toToken);
  }

  /** @returns the token, and its secret, of which only a hash is stored @throws token.many, FieldsRefused */
  async make(
    userId: string,
    { epoch }: SeenSession,
    { name, scopes, days }: NewToken,
    isOperator: boolean,
    from: Sender,
  ): Promise<{ token: PersonalToken; secret: string }> {
    const { tokens, emit, now } = this.#deps;
    if (scopes.includes('moderate') && !isOperator)
      throw new FieldsRefused({ scopes: [t`Only moderators can use a token to moderate.`] });
    if ((await tokens.count(userId)) >= maxTokens) throw new Problem('token.many');
    const secret = newSecret();
    const createdAt = now();
    const row: TokenRow = {
      _id: hashOf(secret),
      tokenId: newId(createdAt.getTime()),
      userId,
      name,
      scopes: [...new Set(scopes)],
      epoch,
      createdAt,
      lastUsedAt: null,
      endsAt: new Date(createdAt.getTime() + days * day),
    };
    await tokens.insert(row);
    await emit(securityEvent(userId, 'token.made', { from, about: name, key: row.tokenId }));
    return { token: toToken(row), secret };
  }

  /** @returns whether there was such a token */
  async revoke(userId: string, tokenId: string, from: Sender): Promise<boolean> {
    const { tokens, emit } = this.#deps;
    const row = await tokens.one(userId, tokenId);
    if (!row || !(await tokens.remove(userId, tokenId))) return false;
    await emit(securityEvent(userId, 'token.revoked', { from, about: row.name, key: tokenId }));
    return true;
  }

  revokeAll(userId: string): Promise<void> {
    return this.#deps.tokens.removeAllOf(userId);
  }

  /** The program that sends this token; null if the token is not valid, or its owner may not use the account. */
  async find(secret: string): Promise<Program | null> {
    const { tokens, findUser, now } = this.#deps;
    if (!isSecret(secret)) return null;
    const row = await tokens.byHash(hashOf(secret));
    const at = now();
    if (!row || row.endsAt <= at) return null;
    const user = await findUser(row.userId);
    if (!user?.active || user.authEpoch !== row.epoch) return null;
    const { _id, tokenId: id, scopes, epoch, lastUsedAt } = row;
    if (at.getTime() - (lastUsedAt?.getTime() ?? 0) > useWindowMs) await tokens.noteUse(_id, at);
    return { user, scopes, session: { id, epoch } };
  }
}

/** Exports a member's tokens without their secrets. */
export const tokenExporter = (tokens: TokenStore): Exporter => ({
  async *files({ id }) {
    const all = (await tokens.of(id)).map(toToken);
    if (all.length > 0) yield jsonFile('personal-tokens.json', all);
  },
});
