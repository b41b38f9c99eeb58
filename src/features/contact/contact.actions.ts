import { type ContactMessage, contactOperator } from '#contract/contact.ts';
import { call } from '#src/http/api.ts';

/**
 * Sends a message to the operator.
 * @throws ApiFailure
 */
export async function writeToOperator(message: ContactMessage): Promise<void> {
  await call(contactOperator, { body: message });
}
