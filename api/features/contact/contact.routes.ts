import { Hono } from 'hono';
import { networksOf } from '#api/platform/addresses/network.ts';
import { bodyOf, describe, type Guards, type Visitor } from '#api/platform/http/kit.ts';
import { contactOperator } from '#contract/contact.ts';
import { ok } from '#contract/envelope.ts';
import type { ContactService } from './contact.service.ts';

export const contactRoutes = (contact: ContactService, { challenged, limit }: Guards) =>
  new Hono<Visitor>().post(
    contactOperator.path,
    describe(contactOperator, 'Write to the operator'),
    limit({ name: 'contact', points: 20, seconds: 3600 }),
    bodyOf(contactOperator),
    challenged(contactOperator),
    async (c) => {
      const message = c.req.valid('json');
      await contact.take(message);
      c.var.log.info({ event: 'contact.taken', topic: message.topic, network: networksOf(c)[0] }, 'contact');
      return c.json(ok(null));
    },
  );
