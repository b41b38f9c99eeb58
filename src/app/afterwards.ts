import { startServices } from '#src/features/services/start-services.ts';
import { version } from '../../package.json';
import { registerWorker } from './register-worker.ts';

/** Begins what can wait until the page has loaded. */
export function beginAfterwards(): void {
  void registerWorker();
  void startServices(version);
}
