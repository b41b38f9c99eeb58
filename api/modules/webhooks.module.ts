import { request as requestHttp } from 'node:http';
import { DeliveryStore } from '#api/features/webhooks/webhooks.deliveries.store.ts';
import { webhookRoutes } from '#api/features/webhooks/webhooks.routes.ts';
import { WebhookService } from '#api/features/webhooks/webhooks.service.ts';
import { WebhookStore } from '#api/features/webhooks/webhooks.store.ts';
import { isTrusted } from '#api/platform/addresses/proxies.ts';
import { isPublicAddress } from '#api/platform/addresses/public-address.ts';
import { PublicTransport } from '#api/platform/addresses/public-transport.ts';
import { version } from '#api/version.ts';
import { bikePage, moderationPage } from '#contract/pages.ts';
import { userPage } from '#contract/user-page.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { CommentsModule } from './comments.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type Module, minute } from './module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  comments: CommentsModule;
}

/** Webhooks: operators' programs are told what happens on the site. */
export function webhooksModule({ db, config, jobs, now, log }: Infrastructure, { accounts, bikes, comments }: Deps) {
  const webhooks = new WebhookStore(db);
  const deliveries = new DeliveryStore(db);
  const isListed = (address: string) => isTrusted(address, config.webhookNetworks);
  const secure = new PublicTransport({ isAllowed: (address) => isPublicAddress(address) || isListed(address) });
  // Without TLS only to machines of one's own.
  const plain = new PublicTransport({ isAllowed: isListed, request: requestHttp as never });
  const bikeOf = async (id: string) => (await bikes.byIds.ofAnyStatus([id])).get(id)?.card ?? null;
  const service = new WebhookService({
    webhooks,
    deliveries,
    transport: { send: (request) => (request.endpoint.startsWith('https:') ? secure : plain).send(request) },
    factsOf: {
      async 'bike.published'(id) {
        const bike = await bikeOf(id);
        return bike && { bikeId: id, ownerId: bike.owner.id, path: bikePage(id, bike.slug) };
      },
      async 'comment.added'(id) {
        const comment = await comments.store.find(id);
        const bike = comment && (await bikeOf(comment.bikeId));
        if (!bike) return null;
        const path = `${bikePage(bike.id, bike.slug)}#c-${id}`;
        return { commentId: id, bikeId: bike.id, authorId: comment.author.id, path };
      },
      async 'flag.added'(id) {
        const [targetType = '', targetId = '', flagId = ''] = id.split(':');
        return { flagId, targetType, targetId, path: moderationPage() };
      },
      async 'member.joined'(id) {
        const [member] = await accounts.people.byIds([id]);
        return member ? { memberId: id, path: userPage(id, member.username) } : null;
      },
    },
    origin: config.publicOrigin,
    version,
    jobs,
    now,
    log,
  });
  return {
    service,
    stores: [webhooks, deliveries],
    privateCollections: ['webhooks', 'deliveries'],
    erasers: [{ erase: ({ id }) => deliveries.eraseAbout(id) }],
    gauges: [
      {
        name: 'webhooks_waiting',
        help: 'Messages to webhooks that wait to be sent.',
        read: () => deliveries.waiting(),
      },
    ],
    async handle(events) {
      for (const event of events) if (event.what === 'bike.erased') await deliveries.eraseAbout(event.bikeId);
      await service.follow(events);
    },
    mount: (api, guards) => void api.route('/', webhookRoutes(service, guards)),
    queues: [{ name: 'webhooks', length: () => deliveries.waiting() }],
    schedule: [{ name: 'webhooks', every: minute, run: (stopping) => service.sweep(stopping) }],
  } satisfies Module & Record<string, unknown>;
}
export type WebhooksModule = ReturnType<typeof webhooksModule>;
