import { Fragment } from 'react';
import { Link } from 'react-router';
import { type Mention, partsOf, readName } from '#contract/mentions.ts';
import { userPage } from '#contract/pages.ts';
import { parseUrl } from '#contract/parse-url.ts';
import { usernameKey } from '#contract/username.ts';
import { uniqueKeys } from './unique-keys.ts';

function hrefOf(text: string): string | null {
  const url = parseUrl(text);
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null;
}

function Address({ text }: { text: string }) {
  const href = hrefOf(text);
  return href ? (
    <a href={href} rel="nofollow ugc noopener noreferrer" target="_blank">
      {text}
    </a>
  ) : (
    <span>{text}</span>
  );
}

/** A @name; a link if it is a member's. */
function Name({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  const read = readName(text, (key) => mentions.find(({ name }) => usernameKey(name) === key));
  if (!read) return <span>{text}</span>;
  const called = `@${read.name}`;
  return (
    <>
      <Link to={userPage(read.as.id, read.as.name)}>{called}</Link>
      <span>{text.slice(called.length)}</span>
    </>
  );
}

const none: readonly Mention[] = [];

/** A member's text: web addresses become `nofollow` links and member names links to their pages. */
export function LinkedText({ text, mentions = none }: { text: string; mentions?: readonly Mention[] | undefined }) {
  const parts = partsOf(text);
  const keys = uniqueKeys(parts.map(({ text: part }) => part));
  return parts.map(({ kind, text: part }, place) => (
    <Fragment key={keys[place]}>
      {kind === 'address' && <Address text={part} />}
      {kind === 'name' && <Name text={part} mentions={mentions} />}
      {kind === 'text' && <span>{part}</span>}
    </Fragment>
  ));
}
