import type { FieldValue } from '#contract/drafts.ts';
import type { Id } from '#contract/ids.ts';
import { untilShown } from '#src/storage/leaving-page.ts';
import { updateDraft } from './drafts.ts';
import { dropLeft, noteLeft } from './left-forms.ts';
import { openForms } from './open-forms.ts';

const pause = 500;
/** Milliseconds after which what is typed without a pause is kept all the same. */
const longest = 2_000;

/** Keeps one draft as it is typed. */
export interface Autosave {
  /** Takes the fields that changed; they are kept half a second after the last one, two seconds after the first. */
  change(fields: Record<string, FieldValue>): void;
  /** Keeps at once what was not kept yet. */
  flush(): Promise<void>;
  /** Whether something was changed that is not kept yet. */
  isBehind(): boolean;
  /** Flushes and stops. */
  close(): Promise<void>;
}

/**
 * Starts to keep a draft as it is typed.
 * @param saved told when a change was kept (milliseconds since the epoch), or the error that prevented it
 */
export function autosave(draftId: Id, saved: (at: number | null, error?: unknown) => void): Autosave {
  let pending: Record<string, FieldValue> = {};
  /** What is being kept at this moment. */
  let going: Record<string, FieldValue> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  const isBehind = () => Object.keys(pending).length > 0;
  const flush = async () => {
    clearTimeout(timer);
    const fields = pending;
    if (!isBehind() || untilShown() !== null) return;
    pending = {};
    going = fields;
    try {
      saved(await updateDraft(draftId, fields));
    } catch (error) {
      pending = { ...fields, ...pending };
      saved(null, error);
    } finally {
      going = {};
    }
  };
  let isNoted = false;
  const left = ({ persisted }: PageTransitionEvent) => {
    const fields = { ...going, ...pending };
    isNoted = persisted && Object.keys(fields).length > 0;
    if (isNoted) noteLeft(draftId, fields);
  };
  const back = () => {
    // A page that has taken it meanwhile may have changed it since.
    if (isNoted && !dropLeft(draftId)) pending = {};
    isNoted = false;
    void flush();
  };
  const hidden = () => void flush();
  const self: Autosave = {
    change(fields) {
      if (!isBehind()) since = Date.now();
      pending = { ...pending, ...fields };
      clearTimeout(timer);
      timer = setTimeout(hidden, Math.max(0, Math.min(pause, since + longest - Date.now())));
    },
    flush,
    isBehind,
    async close() {
      openForms.delete(self);
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('pagehide', left);
      removeEventListener('pageshow', back);
      await flush();
    },
  };
  openForms.add(self);
  document.addEventListener('visibilitychange', hidden);
  addEventListener('pagehide', left);
  addEventListener('pageshow', back);
  return self;
}
