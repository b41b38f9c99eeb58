import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { parseUrl } from './parse-url.ts';
import { optionalLine } from './text.ts';

/** PeerTube has many sites; videos of these can be embedded. */
const peerTubes = ['framatube.org', 'peertube.tv', 'tilvids.com', 'video.blender.org', 'diode.zone', 'makertube.net'];
const youTubeFrame = 'www.youtube-nocookie.com';
const vimeoFrame = 'player.vimeo.com';

/** Origins of players that may be framed. */
export const videoFrames: readonly string[] = [youTubeFrame, vimeoFrame, ...peerTubes].map((host) => `https://${host}`);

/** A video on another site, and the address of its player. */
export type Video = { site: string; player: string };

const youTube = /^\/(?:shorts\/|embed\/|live\/)?([\w-]{11})\/?$/;
const vimeo = /^\/(?:video\/)?(\d{5,12})(?:\/([0-9a-f]{6,20}))?\/?$/;
const peerTube = /^\/(?:w|videos\/watch|videos\/embed)\/([\w-]{8,40})\/?$/;

/** Returns the video of an address; null for any other address. */
export function videoOf(address: string): Video | null {
  const url = parseUrl(address);
  if (url?.protocol !== 'https:' || url.username || url.password || url.port) return null;
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  if (host === 'youtube.com' || host === 'youtu.be') {
    const path = url.pathname === '/watch' ? `/${url.searchParams.get('v') ?? ''}` : url.pathname;
    const [, id] = youTube.exec(path) ?? [];
    return id ? { site: 'YouTube', player: `https://${youTubeFrame}/embed/${id}` } : null;
  }
  if (host === 'vimeo.com' || host === vimeoFrame) {
    const [, id, hash = url.searchParams.get('h') ?? ''] = vimeo.exec(url.pathname) ?? [];
    const query = /^[0-9a-f]{6,20}$/.test(hash) ? `?dnt=1&h=${hash}` : '?dnt=1';
    return id ? { site: 'Vimeo', player: `https://${vimeoFrame}/video/${id}${query}` } : null;
  }
  const [, id] = peerTubes.includes(host) ? (peerTube.exec(url.pathname) ?? []) : [];
  return id ? { site: host, player: `https://${host}/videos/embed/${id}` } : null;
}

const isHttps = (text: string): boolean => {
  const url = parseUrl(text);
  return url?.protocol === 'https:' && !url.username && !url.password;
};

const tooLong = t`Keep the address under 200 characters.`;

/** An https address, or empty. */
export const optionalLink = (maxLength: number) =>
  v.pipe(
    optionalLine(maxLength, tooLong),
    v.check((text) => text === '' || isHttps(text), t`Enter an https:// address.`),
  );

/** An address of an embeddable video, or empty. */
export const optionalVideo = (maxLength: number) =>
  v.pipe(
    optionalLink(maxLength),
    v.check(
      (text) => text === '' || !isHttps(text) || videoOf(text) !== null,
      t`Enter the address of a video on YouTube, Vimeo or PeerTube.`,
    ),
  );
