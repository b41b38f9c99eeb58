export { getAuthUser } from '#contract/auth.ts';
export { call } from '#src/api/api.ts';
export { onSessionNews } from '#src/lib/refresh.ts';
