import { fold } from '#contract/text.ts';

// Names that seem to speak for the site, or that its URLs and texts need.
const reserved = new Set(
  `abuse account accounts admin administrator anonymous api bike bikes billing bot contact deleted everyone guest
  headbadge help hostmaster info legal login logout mail me member members mod moderator moderators news nobody
  noreply null official owner postmaster press privacy root sales search security settings signup staff status
  support system team terms undefined unknown user users webmaster www you`.split(/\s+/),
);

/** Whether a username is reserved, with or without punctuation and digits. */
export const isReservedName = (username: string): boolean => reserved.has(fold(username).replace(/[\d._-]/g, ''));

/** Masks an address so that only its owner recognizes it: `j***@example.org`. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');
