import type { FieldValue } from '#contract/drafts.ts';
import type { Id } from '#contract/ids.ts';
import { openForms } from '#src/lib/open-forms.ts';
import { untilShown } from '#src/storage/leaving-page.ts';
import { updateDraft } from './drafts.ts';
import { dropUnsaved, noteUnsaved } from './unsaved-texts.ts';

const pauseMs = 500;
/** Milliseconds after which typing without a pause is saved all the same. */
const maxDelayMs = 2_000;

/** Saves one draft while it is typed. */
export interface Autosave {
  /** Takes changed fields. They are saved half a second after the last change, at most two seconds after the first. */
  change(fields: Record<string, FieldValue>): void;
  /** Saves pending changes at once. */
  flush(): Promise<void>;
  /** Whether changes are pending. */
  isBehind(): boolean;
  /** Flushes and stops. */
  close(): Promise<void>;
}

/**
 * Starts to save a draft while it is typed.
 * @param saved called with the time of a save (milliseconds since the epoch), or with the error that prevented it
 */
export function autosave(draftId: Id, saved: (at: number | null, error?: unknown) => void): Autosave {
  let pending: Record<string, FieldValue> = {};
  /** The fields that are being saved. */
  let saving: Record<string, FieldValue> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  const isBehind = () => Object.keys(pending).length > 0;
  const flush = async () => {
    clearTimeout(timer);
    const fields = pending;
    if (!isBehind() || untilShown() !== null) return;
    pending = {};
    saving = fields;
    try {
      saved(await updateDraft(draftId, fields));
    } catch (error) {
      pending = { ...fields, ...pending };
      saved(null, error);
    } finally {
      saving = {};
    }
  };
  let isStored = false;
  const onPageHide = ({ persisted }: PageTransitionEvent) => {
    const fields = { ...saving, ...pending };
    isStored = persisted && Object.keys(fields).length > 0;
    if (isStored) noteUnsaved(draftId, fields);
  };
  const onPageShow = () => {
    // Another page may have saved the fields and changed them since.
    if (isStored && !dropUnsaved(draftId)) pending = {};
    isStored = false;
    void flush();
  };
  const flushNow = () => void flush();
  const self: Autosave = {
    change(fields) {
      if (!isBehind()) since = Date.now();
      pending = { ...pending, ...fields };
      clearTimeout(timer);
      timer = setTimeout(flushNow, Math.max(0, Math.min(pauseMs, since + maxDelayMs - Date.now())));
    },
    flush,
    isBehind,
    async close() {
      openForms.delete(self);
      document.removeEventListener('visibilitychange', flushNow);
      removeEventListener('pagehide', onPageHide);
      removeEventListener('pageshow', onPageShow);
      await flush();
    },
  };
  openForms.add(self);
  document.addEventListener('visibilitychange', flushNow);
  addEventListener('pagehide', onPageHide);
  addEventListener('pageshow', onPageShow);
  return self;
}
