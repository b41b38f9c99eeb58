import { Hono } from 'hono';
import { describe, type Guards, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { listSecurityEvents } from '#contract/security-record.ts';
import type { SecurityRecord } from './security-record.service.ts';

export const securityRecordRoutes = (record: SecurityRecord, { signedIn }: Guards) =>
  new Hono<SignedIn>().get(
    listSecurityEvents.path,
    describe(listSecurityEvents, 'List what happened to the account'),
    signedIn,
    queryOf(listSecurityEvents),
    async (c) => c.json(ok(await record.list(c.var.user.id, c.req.valid('query')))),
  );
