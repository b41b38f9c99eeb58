import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { smtpOptions } from '#api/platform/mail/smtp.ts';
import type { Config } from '#api/platform/settings/config.ts';
import { isNear } from './ask.ts';
import { type Check, type Finding, fault, messageOf, ok, warning } from './finding.ts';

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

export const mail: Check = {
  name: 'Mail',
  async run({ config, mailTo }) {
    if (config.mailUrl === 'file:') return [ok('Mails are written to files, because MAIL_URL is not set.')];
    const tried = await connectionFindings(config);
    if (!mailTo || tried.some(({ state }) => state === 'fault')) return tried;
    return [...tried, await sendFinding(config, mailTo)];
  },
};

/** Connects and logs in as the site does, and sends nothing. */
async function connectionFindings({ mailUrl, mailTls }: Config): Promise<Finding[]> {
  // The transport reads the address as it does for the site.
  const { options } = new SMTPTransport(smtpOptions(mailUrl, mailTls));
  const { auth, host = '' } = options;
  const connection = new SMTPConnection(options);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    if (auth) {
      await new Promise<void>((resolve, reject) => {
        const credentials = { user: auth.user ?? '', pass: auth.pass ?? '' };
        connection.login({ credentials }, (error) => (error ? reject(error) : resolve()));
      });
    }
    const done = auth ? 'connected and logged in' : 'connected, without a login';
    if (connection.secure) return [ok(`The mail server: ${done}, over TLS.`)];
    if (isNear(host)) return [ok(`The mail server: ${done}, in clear text on a network of your own.`)];
    const what = auth ? 'the password of MAIL_URL and all mails cross' : 'all mails cross';
    const found = `The mail server offers no TLS, and MAIL_TLS is optional: ${what} the network in clear text.`;
    const fix = 'Use its port with TLS, such as smtps://…:465, or let it offer STARTTLS; then remove MAIL_TLS.';
    return [auth ? fault(found, fix) : warning(found, fix)];
  } catch (error) {
    return [fault(`The mail server: ${messageOf(error)}.`, fixOf(error as SmtpError))];
  } finally {
    connection.close();
  }
}

function fixOf({ code = '', message }: SmtpError): string {
  if (code === 'EAUTH')
    return 'Correct the user and the password in MAIL_URL. Some providers want a password of its own.';
  if (/STARTTLS/.test(message))
    return 'Let the mail server offer STARTTLS, or use its port with TLS, such as smtps://…:465. MAIL_TLS=optional sends in clear text, for a network of your own.';
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) return 'Correct the host in MAIL_URL.';
  if (/certificate|altnames/i.test(message))
    return 'Give the mail server a certificate for the host in MAIL_URL, or write the host that its certificate names.';
  if (/wrong version number|packet length/i.test(message))
    return 'Write smtp:// for a port without TLS at once, such as 587, and smtps:// for 465.';
  return 'Correct the host and the port in MAIL_URL, start the server, or let the firewall pass it.';
}

async function sendFinding({ mailUrl, mailTls, publicOrigin }: Config, to: string): Promise<Finding> {
  const { hostname: host } = new URL(publicOrigin);
  const transport = createTransport(smtpOptions(mailUrl, mailTls));
  try {
    await transport.sendMail({
      from: { name: 'Headbadge', address: `no-reply@${host}` },
      to: { name: '', address: to },
      subject: 'Mail works',
      text: 'The command "npm run doctor" sent this mail to try the mail server. There is nothing to do.\n',
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return ok(`A mail was accepted for ${to}. See whether it arrives, and not as spam.`);
  } catch (error) {
    const fix = `Let the mail server accept mails from no-reply@${host} to any address.`;
    return fault(`The mail server refuses a mail to ${to}: ${messageOf(error)}.`, fix);
  } finally {
    transport.close();
  }
}
