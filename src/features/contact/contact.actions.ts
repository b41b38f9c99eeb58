import { type ContactMessage, contactOperator } from '#contract/contact.ts';
import { runAction } from '#src/actions/run-action.ts';

/**
 * Sends a message to the operator.
 * @throws ApiFailure
 */
export async function writeToOperator(message: ContactMessage): Promise<void> {
  await runAction(contactOperator, { body: message });
}
