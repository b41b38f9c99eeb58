import { fileURLToPath } from 'node:url';
import { beginFrugally } from './frugal.ts';

beginFrugally(fileURLToPath(import.meta.url));
const { runSite } = await import('./site.ts');
await runSite();
