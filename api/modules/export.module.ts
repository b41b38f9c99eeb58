import { exportRoutes } from '#api/features/export/export.routes.ts';
import { ExportService } from '#api/features/export/export.service.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module, Modules } from './module.ts';

interface Deps {
  /** Contribute the exporters. */
  modules: Modules;
}

/** A member's export of everything that is stored about them. */
export function exportModule({ now, log }: Infrastructure, { modules }: Deps) {
  const { exporters, uncountedExporters } = modules;
  const exports = new ExportService({ exporters, uncountedExporters, now, log });
  return {
    mount: (api, guards) => void api.route('/', exportRoutes({ exports, now }, guards)),
  } satisfies Module;
}
