import { fold } from '#contract/text.ts';

// Names that seem to speak for the site, or that its URLs and texts need.
const reserved = new Set(
  `abuse account accounts admin administration administrator administrators admins anonymous api bike bikes billing bot
  contact deleted everyone guest headbadge help helpdesk here hostmaster info legal login logout mail mailbox me member
  members mod moderation moderator moderators mods news noreply nobody notifications null official operator operators
  owner owners postmaster press privacy root sales search security service settings signup site siteadmin siteoperator
  siteowner staff status superuser support sysadmin sysop system team terms undefined unknown user users webmaster
  webmasters www you`.split(/\s+/),
);

/** Whether a username is reserved, with or without punctuation and digits. */
export const isReservedName = (username: string): boolean => reserved.has(fold(username).replace(/[\d._-]/g, ''));

/** Masks an address so that only its owner recognizes it: `j***@example.org`. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');
