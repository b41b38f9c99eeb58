import { atom, getDefaultStore } from 'jotai/vanilla';
import type { Id } from '#contract/ids.ts';

const store = getDefaultStore();

/** The large upload of this tab: its id and the share that is sent, 0 to 1. */
export type Upload = { id: Id; share: number };
export const uploadAtom = atom<Upload | null>(null);

/** Statuses whose answers have no body (https://fetch.spec.whatwg.org/#null-body-status). */
const bodiless = new Set([204, 205, 304]);

function answerOf({ status, responseText }: XMLHttpRequest, lines: string): Response {
  const headers = new Headers();
  for (const line of lines.split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return new Response(bodiless.has(status) ? null : responseText, { status, headers });
}

/**
 * Sends a large body and reports its progress, which `fetch` cannot
 * (https://xhr.spec.whatwg.org/#the-upload-attribute).
 * @param id the id that the progress is reported under
 * @param timeLimit timeout in milliseconds
 * @throws TypeError when no answer came, as `fetch` does
 */
export function sendLarge(
  id: Id,
  path: string,
  { method = 'GET', headers, body }: { method?: string; headers: Record<string, string>; body?: BodyInit },
  timeLimit: number,
): Promise<Response> {
  const request = new XMLHttpRequest();
  request.open(method, path);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.timeout = timeLimit;
  request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
    if (lengthComputable && total > 0) store.set(uploadAtom, { id, share: loaded / total });
  };
  return new Promise<Response>((resolve, reject) => {
    request.onload = () => resolve(answerOf(request, request.getAllResponseHeaders()));
    const fail = () => reject(new TypeError('No answer came.'));
    request.onerror = fail;
    request.ontimeout = fail;
    request.onabort = fail;
    request.send(body as XMLHttpRequestBodyInit);
  }).finally(() => store.set(uploadAtom, null));
}
