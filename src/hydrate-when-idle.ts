/**
 * Hydrates a server-rendered page after its first paint: loads its scripts after everything else and runs them one by
 * one while the browser is idle, or at once when somebody interacts. Imports nothing, to stay small.
 */
const interactions = ['pointerdown', 'keydown', 'focusin'];
/** Milliseconds that a busy browser may delay all scripts together. */
let maxDelayMs = 1_000;
/** Milliseconds before failed scripts are requested again. */
const retryMs = 5_000;

/** Resolves with the first of these events. */
const happened = (...names: string[]): Promise<void> =>
  new Promise((resolve) => {
    for (const name of names) addEventListener(name, () => resolve(), { once: true, passive: true, capture: true });
  });

const interacted = happened(...interactions);
const loaded = document.readyState === 'complete' ? Promise.resolve() : happened('load');
const untilIdle = async (): Promise<void> => {
  const since = performance.now();
  await new Promise<unknown>((resolve) => {
    // Safari lacks `requestIdleCallback`.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: maxDelayMs });
    else setTimeout(resolve, 50);
  });
  // A timeout of 0 would mean no timeout.
  maxDelayMs = Math.max(1, maxDelayMs - performance.now() + since);
};

type Field = HTMLInputElement | HTMLSelectElement;
const stateOf = (field: Field) => (field instanceof HTMLSelectElement ? field.value : field.checked);
/**
 * Choices made before hydration, which resets the fields to what was rendered. They come back before a press is
 * repeated, which may send them.
 */
const choices = new Map<Field, string | boolean>();

function holdChoice({ target }: Event): void {
  const isChoice = target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type);
  if (isChoice || target instanceof HTMLSelectElement) choices.set(target, stateOf(target));
}

addEventListener('change', holdChoice, true);
void happened('alive').then(() => {
  removeEventListener('change', holdChoice, true);
  for (const [field, chosen] of choices) {
    // React hydrates at once what somebody presses.
    field.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    if (stateOf(field) === chosen) continue;
    if (field instanceof HTMLInputElement) field.click();
    else {
      field.value = `${chosen}`;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
});

/** The last button that was pressed before hydration. */
let pressed: HTMLElement | null = null;

function holdPress(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  // Searches and popovers work without script.
  const worksWithoutScript =
    button?.hasAttribute('popovertarget') || (button?.type === 'submit' && button.form?.method === 'get');
  if (!button || worksWithoutScript) return;
  event.preventDefault();
  pressed = button;
}

addEventListener('click', holdPress, true);
void happened('alive').then(() => {
  removeEventListener('click', holdPress, true);
  pressed?.click();
});

/** Submits a form once it is hydrated if Enter was pressed before. Typing cancels that. */
let observer: MutationObserver | undefined;
const cancelSubmit = () => observer?.disconnect();

function holdEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  const button = event.target.form?.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button?.disabled) return;
  cancelSubmit();
  observer = new MutationObserver(() => {
    cancelSubmit();
    button.form?.requestSubmit(button);
  });
  observer.observe(button, { attributeFilter: ['disabled'] });
}

addEventListener('keydown', holdEnter, true);
addEventListener('input', cancelSubmit, true);

const { scripts = '', sheets = '' } = document.querySelector<HTMLElement>('script[data-scripts]')?.dataset ?? {};
const files = scripts.split(' ');

// The build's loader skips style sheets that a link already names, and browsers do not fetch disabled ones. The styles
// of these sheets are already in the page.
for (const href of sheets.split(' ')) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href }));
}

async function hydrate(): Promise<void> {
  await Promise.race([loaded, interacted]);
  for (const href of files) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  for (const file of files) {
    await Promise.race([untilIdle(), interacted]);
    await import(/* @vite-ignore */ file);
  }
}

const retryLater = () => void setTimeout(() => void hydrate().catch(retryLater), retryMs);
void hydrate().catch(retryLater);
