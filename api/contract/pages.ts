import { type Query, queryString } from './endpoint.ts';

/**
 * Paths of the pages, also used by mails and share cards.
 * @param part id of a section of home, such as `winners`
 */
export const homePage = (part?: string) => (part ? `/#${part}` : '/');
export const bikePage = (id: string, slug: string) => `/bike/${id}/${slug}`;
/** @param cursor where to continue with older comments; the newest when absent */
export const commentsPage = (id: string, slug: string, cursor?: string) =>
  `${bikePage(id, slug)}${queryString({ cursor })}#comments`;
/** Name of the query parameter with the update whose comments a bike's page shows alone. */
export const aboutName = 'update';
/** The comments about an update of a bike. */
export const updateCommentsPage = (id: string, slug: string, updateId: string) =>
  `${bikePage(id, slug)}${queryString({ [aboutName]: updateId })}#comments`;
export const searchPage = (query: Query = {}) => `/bike/search${queryString(query)}`;
/** @param elsewhere why a log-in at another site failed, from `openid.ts` */
export const loginPage = (returnTo?: string, elsewhere?: string) =>
  `/account/login${queryString({ returnTo, elsewhere })}`;
/** Where a log-in at another site ends. @param flow what began it */
export const elsewherePage = (flow: string, returnTo?: string) =>
  `/account/elsewhere${queryString({ flow, returnTo })}`;
/** @param token of an invitation */
export const signupPage = (token?: string) => `/account/signup${queryString({ token })}`;
export const signupSuccessPage = () => '/account/signup-success';
export const confirmEmailPage = (token?: string) => `/account/confirm-email${queryString({ token })}`;
/** The target of the link that is mailed to a new address of a member. */
export const confirmNewEmailPage = (token?: string) => `/account/confirm-new-email${queryString({ token })}`;
/** The target of the link by which a member's former address undoes its change. */
export const undoEmailPage = (token?: string) => `/account/undo-email-change${queryString({ token })}`;
/** The target of the link by which a member ends the weekly mail. */
export const weeklyMailPage = (token?: string) => `/account/weekly-mail${queryString({ token })}`;
export const sendConfirmationPage = (email?: string) => `/account/send-email-confirmation${queryString({ email })}`;
export const sendConfirmationSuccessPage = () => '/account/send-email-confirmation-success';
export const forgotPasswordPage = () => '/account/forgot-password';
export const forgotPasswordSuccessPage = () => '/account/forgot-password-success';
export const resetPasswordPage = (token?: string) => `/account/reset-password${queryString({ token })}`;
export const resetPasswordSuccessPage = () => '/account/reset-password-success';
export const aboutPage = () => '/about';
export const contactPage = () => '/contact';
/** The ranking of the week, and all winners. */
export const winnersPage = () => '/winners';
/** @param part id of an answer on the page, such as `winners` */
export const faqPage = (part?: string) => (part ? `/faq#${part}` : '/faq');
/** @param part id of a kind of device on the page, such as `iphone` */
export const installPage = (part?: string) => (part ? `/install#${part}` : '/install');
export const photoGuidePage = () => '/photo-guide';
export const contentPolicyPage = () => '/help/content-policy';
export const cookiePolicyPage = () => '/help/cookie-policy';
export const privacyPolicyPage = () => '/help/privacy-policy';
export const termsPage = () => '/help/terms-service';
/** The mailbox of a development machine. */
export const mailboxPage = () => '/mailbox';
/** A member's page. An outdated name in the address redirects to the current one. */
export const userPage = (id: string, username: string) => `/user/${id}/${username}`;
export const userBikesPage = () => '/user/bikes';
/** @param shared why photos from another app were not kept */
export const addBikePage = (draftId?: string, shared?: 'full' | 'lost') =>
  `/user/bike/add${queryString({ draft: draftId, shared })}`;
/** @param part section of the form to open, from `bike-completeness.ts` */
export const editBikePage = (id: string, part?: string) => `/user/bike/edit/${id}${part ? `#${part}` : ''}`;
/** Posts an update of a bike, or edits one. */
export const updateBikePage = (bikeId: string, updateId?: string) =>
  `/user/bike/update/${bikeId}${updateId ? `/${updateId}` : ''}`;
/** An update on the page of its bike. */
export const updatePage = (bikeId: string, slug: string, updateId: string) => `${bikePage(bikeId, slug)}#u-${updateId}`;
/** @param folderId one of the member's folders; all of them when absent */
export const favoritesPage = (folderId?: string) => `/user/favorites${queryString({ folder: folderId })}`;
/** A shared folder. */
export const sharedFavoritesPage = (shareId: string) => `/favorites/${shareId}`;
/** The member's feed: news of the things that they follow. */
export const feedPage = () => '/user/feed';
/** The list of things that the member follows. */
export const followingPage = () => '/user/following';
/** The members who follow the member. */
export const followersPage = () => '/user/followers';
/** Display preferences of a member, and of a visitor. */
export const preferencesPage = () => '/user/preferences';
export const visitorPreferencesPage = () => '/preferences';
/** The storage of this device, for members. */
export const storagePage = () => '/user/storage';
/**
 * @param memberId the other member of the conversation; all conversations when absent
 * @param bikeId the bike that the next message is about
 */
export const messagesPage = (memberId?: string, bikeId?: string) =>
  `/user/messages${queryString({ with: memberId, about: bikeId })}`;
export const profilePage = () => '/user/profile';
export const passwordPage = () => '/user/password';
/** The record of the member's account. */
export const securityPage = () => '/user/security';
/** The member's accounts on other sites. @param back how another site sent the browser back */
export const linkedAccountsPage = (back: { flow?: string; elsewhere?: string } = {}) =>
  `${passwordPage()}${queryString(back)}#elsewhere`;
/** The member's invitations to the site. */
export const invitationsPage = () => '/user/invitations';
/** Well-known path for password managers (w3.org/TR/change-password-url). */
export const changePasswordPath = '/.well-known/change-password';
/** Flagged content, for operators. */
export const moderationPage = () => '/moderation';
/** Unsent mails, or with `texts` the texts of mails, for operators. */
export const mailsPage = (view?: 'texts') => `${moderationPage()}/mails${queryString({ view })}`;
/** @param memberId whose account; a search for members when absent */
export const moderatedMemberPage = (memberId?: string) =>
  memberId ? `${moderationPage()}/members/${memberId}` : `${moderationPage()}/members`;
export const deleteAccountPage = () => '/user/delete';
export const outboxPage = () => '/user/outbox';
/** The public pages that belong to no bike or member, for sitemaps. */
export const publicPaths: readonly string[] = [
  ...[homePage(), searchPage(), winnersPage(), aboutPage(), contactPage(), faqPage(), photoGuidePage(), installPage()],
  ...[contentPolicyPage(), cookiePolicyPage(), privacyPolicyPage(), termsPage()],
];
/** The paths of the pages for members only; a path stands for those below it, too. */
export const memberPaths: readonly string[] = [
  ...[userBikesPage(), addBikePage(), editBikePage('').replace(/\/$/, ''), favoritesPage(), messagesPage()],
  updateBikePage('').replace(/\/$/, ''),
  ...[profilePage(), passwordPage(), preferencesPage(), storagePage(), outboxPage(), deleteAccountPage()],
  invitationsPage(),
  feedPage(),
  followingPage(),
  followersPage(),
  securityPage(),
  moderationPage(),
];

const anyOrigin = 'https://headbadge.invalid';

/**
 * Returns a path on this site to open after log-in, as a browser reads it; home for any other. Browsers drop tabs and
 * line breaks and read a backslash as a slash (WHATWG URL), so a string that looks like a path can be another site's
 * address.
 */
export function safeReturn(path: string | null | undefined): string {
  if (!path?.startsWith('/')) return homePage();
  try {
    const { origin, pathname, search, hash } = new URL(path, anyOrigin);
    const elsewhere = origin !== anyOrigin || pathname.startsWith('//') || /^\/account\//i.test(pathname);
    return elsewhere ? homePage() : pathname + search + hash;
  } catch {
    return homePage();
  }
}
