import { fold } from '#contract/text.ts';

// Names that would speak for the site, or that its addresses and its words for members need.
const reserved = new Set(
  `abuse account accounts admin administrator anonymous api bike bikes billing bot contact deleted everyone guest
  headbadge help hostmaster info legal login logout mail me member members mod moderator moderators news nobody
  noreply null official owner postmaster press privacy root sales search security settings signup staff status
  support system team terms undefined unknown user users webmaster www you`.split(/\s+/),
);

/** Whether a username is kept from members, with or without signs and digits around it. */
export const isReservedName = (username: string): boolean => reserved.has(fold(username).replace(/[\d._-]/g, ''));

/** An address as its owner recognizes it and nobody else learns it: `j***@example.org`. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');
