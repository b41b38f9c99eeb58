import { fileURLToPath } from 'node:url';
import { beginFrugally } from './frugal.ts';

beginFrugally(fileURLToPath(import.meta.url));
await import('./site.ts');
