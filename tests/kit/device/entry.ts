export { getAuthUser } from '#contract/auth.ts';
export { onSessionNews } from '#src/ground/refresh.ts';
export { call } from '#src/http/api.ts';
