import { Link } from 'react-router';
import type { Overview } from '#contract/overview.ts';
import { mailsPage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import { Note } from '#src/ui/note.tsx';
import { sizeText } from '#src/ui/size-text.ts';

/** Bytes of free disk space that an operator should hear of. */
const minDisk = 1e9;

/** A fault, and the page that tells more of it. */
type Fault = { text: string; page?: string };

/** The faults that an operator should look at first, one sentence each. */
export function attentionOf({
  jobs,
  processes,
  errors,
  backup,
  queues,
  mailsGivenUp,
  failingWebhooks = 0,
}: Overview): Fault[] {
  const failed = jobs.filter(({ error }) => error !== null).length;
  const lost = processes.filter(({ state }) => state === 'lost').length;
  const full = processes.filter(({ state, disk }) => state === 'running' && disk !== null && disk < minDisk);
  const errorCount = errors.reduce((sum, { count }) => sum + count, 0);
  const applicants = queues.find(({ name }) => name === 'applicants')?.length ?? 0;
  const hosts = [...new Map(full.map(({ host, disk }) => [host, disk ?? 0]))];
  const texts = [
    ...(applicants > 0 ? [many(applicants)`# applicant waits to be let in.|# applicants wait to be let in.`] : []),
    ...(backup?.failure ? [t`The last backup failed.`] : []),
    ...(failingWebhooks > 0
      ? [many(failingWebhooks)`# webhook is paused: nothing arrived.|# webhooks are paused: nothing arrived.`]
      : []),
    ...hosts.map(([host, disk]) => t`The disk of ${host} is nearly full: ${sizeText(disk)} are free.`),
    ...(failed > 0 ? [many(failed)`# job failed in its last run.|# jobs failed in their last run.`] : []),
    ...(lost > 0 ? [many(lost)`# process ended without being stopped.|# processes ended without being stopped.`] : []),
    ...(errorCount > 0 ? [many(errorCount)`# error in the last day.|# errors in the last day.`] : []),
  ];
  const mails = many(mailsGivenUp)`# mail was given up in the last day.|# mails were given up in the last day.`;
  return [...texts.map((text) => ({ text })), ...(mailsGivenUp > 0 ? [{ text: mails, page: mailsPage() }] : [])];
}

export function Attention({ overview }: { overview: Overview }) {
  const faults = attentionOf(overview);
  if (faults.length === 0) return <Note state="saved">All is well. Nothing failed in the last day.</Note>;
  return (
    <Note state="failed">
      <ul>
        {faults.map(({ text, page }) => (
          <li key={text}>{page ? <Link to={page}>{text}</Link> : text}</li>
        ))}
      </ul>
    </Note>
  );
}
