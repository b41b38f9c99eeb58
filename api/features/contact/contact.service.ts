import type { Limiter, Limits } from '#api/platform/limits.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import type { ContactMessage } from '#contract/contact.ts';
import { contactMail, contactReceiptMail } from './contact.mails.ts';

const day = 24 * 3600;

interface Deps {
  mailer: Mailer;
  limits: Limits;
  /** Address that receives the messages. */
  operator: string;
}

/** Normalizes case and plus tags of an address. */
const mailboxKey = (email: string): string => email.toLowerCase().replace(/\+[^@]*@/, '@');

/** Forwards contact messages to the operator. */
export class ContactService {
  readonly #deps: Deps;
  readonly #receipts: Limiter;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#receipts = deps.limits.limiter({ name: 'contact-receipt', points: 5, seconds: day });
  }

  /** Mails a message to the operator, and a receipt to the sender unless the address has had five within a day. */
  async take({ id, ...message }: ContactMessage): Promise<void> {
    const { mailer, operator } = this.#deps;
    const { topic, email } = message;
    await mailer.send(contactMail, { operator, ...message }, id);
    if ((await this.#receipts.count(mailboxKey(email))) === 0)
      await mailer.send(contactReceiptMail, { topic, email }, id);
  }
}
