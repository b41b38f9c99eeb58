import { queryString } from './endpoint.ts';

/** Where each page lives. Mails and share cards use these too. */
export const homePage = () => '/';
export const bikePage = (id: string, slug: string) => `/bike/${id}/${slug}`;
export const searchPage = (query: Record<string, string> = {}) => `/bike/search${queryString(query)}`;
export const loginPage = (returnTo?: string) => `/account/login${queryString({ returnTo })}`;
export const signupPage = () => '/account/signup';
export const signupSuccessPage = () => '/account/signup-success';
export const confirmEmailPage = (token?: string) => `/account/confirm-email${queryString({ token })}`;
export const sendConfirmationPage = (email?: string) => `/account/send-email-confirmation${queryString({ email })}`;
export const sendConfirmationSuccessPage = () => '/account/send-email-confirmation-success';
export const userBikesPage = () => '/user/bikes';
export const addBikePage = (draftId?: string) => `/user/bike/add${queryString({ draft: draftId })}`;
export const outboxPage = () => '/user/outbox';

/** A place to go after log-in: a path on this site, or home. */
export const safeReturn = (path: string | null | undefined): string =>
  path && /^\/(?![/\\])/.test(path) && !path.startsWith('/account/') ? path : homePage();
