/** Addresses as people write them; what closes a sentence is not part of one. */
const address = /https?:\/\/[^\s<>"']*[^\s<>"'.,:;!?)\]}]/g;

function hostOf(text: string): string | null {
  const url = URL.parse(text);
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null;
}

/** A member's words: web addresses become links that recommend nothing, everything else stays text. */
export function LinkedText({ text }: { text: string }) {
  const parts: (string | { href: string; words: string })[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const href = hostOf(match[0]);
    if (!href) continue;
    parts.push(text.slice(from, match.index), { href, words: match[0] });
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts.map((part, place) =>
    typeof part === 'string' ? (
      part
    ) : (
      <a key={place} href={part.href} rel="nofollow ugc noopener noreferrer" target="_blank">
        {part.words}
      </a>
    ),
  );
}
