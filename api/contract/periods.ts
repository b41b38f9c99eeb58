/*
 * Periods that the server and the texts of the policies and the FAQ share. They are apart from the calls, so that those
 * pages load no schemas.
 */

/** Days between two changes of the username. Going back to a held name is always possible. */
export const daysToRename = 30;
/** Days for which a former username is held for its member. */
export const daysNameHeld = 90;
/** Hours for which the link to a new e-mail address works. */
export const hoursToConfirmEmail = 48;
/** Days for which the former address can undo a change. */
export const daysToUndoEmail = 7;
/** Days until an application that nobody decides about is erased. */
export const daysToDecide = 90;
/** Years for which codes of the address and name of a banned account are kept after it was erased on request. */
export const banMemoryYears = 2;
/** Days for which an invitation is kept after its end, with who joined with it. */
export const daysInvitationKept = 90;
/** Days for which an event is kept in the record of an account. */
export const securityRecordDays = 180;
