import { securityRecordRoutes } from '#api/features/security-record/security-record.routes.ts';
import { SecurityRecord, securityExporter } from '#api/features/security-record/security-record.service.ts';
import { SecurityRecordStore } from '#api/features/security-record/security-record.store.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

/** The record of what happened to a member's account, from the events of all features. */
export function securityRecordModule({ db, now }: Infrastructure) {
  const store = new SecurityRecordStore(db);
  const service = new SecurityRecord({ events: store, now });
  return {
    stores: [store],
    privateCollections: ['securityEvents'],
    handle: service.follow,
    erasers: [{ erase: ({ id }) => store.eraseOf(id) }],
    uncountedExporters: [securityExporter(store)],
    mount: (api, guards) => void api.route('/', securityRecordRoutes(service, guards)),
  } satisfies Module;
}
