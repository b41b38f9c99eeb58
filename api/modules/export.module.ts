import { exportRoutes } from '#api/features/export/export.routes.ts';
import { ExportService } from '#api/features/export/export.service.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module, Modules } from './module.ts';

interface Deps {
  /** Contribute the exporters. */
  modules: Modules;
}

/** A member's export of everything that is stored about them. */
export function exportModule({ emit, now, log }: Infrastructure, { modules }: Deps) {
  const { exporters, uncountedExporters } = modules;
  const service = new ExportService({ exporters, uncountedExporters, now, log });
  return {
    service,
    mount: (api, guards) => void api.route('/', exportRoutes({ exports: service, emit, now }, guards)),
  } satisfies Module & Record<string, unknown>;
}
export type ExportModule = ReturnType<typeof exportModule>;
