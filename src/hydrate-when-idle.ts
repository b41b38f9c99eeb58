/**
 * Brings a drawn page to life once it has been seen: its scripts are fetched after everything else and run one by one,
 * while nothing else is to be done; at once when somebody acts. Imports nothing, so that it is small.
 */
const acts = ['pointerdown', 'keydown', 'focusin'];
/** Milliseconds that a browser which never rests may still put the scripts off, all of them together. */
let patience = 1_000;
/** Milliseconds after which scripts that did not come are asked for again. */
const again = 5_000;

/** Settles with the first of these events. */
const happened = (...names: string[]): Promise<void> =>
  new Promise((resolve) => {
    for (const name of names) addEventListener(name, () => resolve(), { once: true, passive: true, capture: true });
  });

const hurried = happened(...acts);
const loaded = document.readyState === 'complete' ? Promise.resolve() : happened('load');
const rest = async (): Promise<void> => {
  const since = performance.now();
  await new Promise<unknown>((resolve) => {
    // Safari has no such callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: patience });
    else setTimeout(resolve, 50);
  });
  // A timeout of nothing would be none at all.
  patience = Math.max(1, patience - performance.now() + since);
};

/** What was pressed before anything could answer. */
let pressed: HTMLElement | null = null;

function holdPress(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  // A search and a popover need no script.
  const needsNone =
    button?.hasAttribute('popovertarget') || (button?.type === 'submit' && button.form?.method === 'get');
  if (!button || needsNone) return;
  event.preventDefault();
  pressed = button;
}

addEventListener('click', holdPress, true);
void happened('alive').then(() => {
  removeEventListener('click', holdPress, true);
  pressed?.click();
});

/** Sends a form as soon as it can be sent, of which Enter was pressed before; not when something is typed after that. */
let waits: MutationObserver | undefined;
const forget = () => waits?.disconnect();

function holdEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLInputElement)) return;
  const button = event.target.form?.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button?.disabled) return;
  forget();
  waits = new MutationObserver(() => {
    forget();
    button.form?.requestSubmit(button);
  });
  waits.observe(button, { attributeFilter: ['disabled'] });
}

addEventListener('keydown', holdEnter, true);
addEventListener('input', forget, true);

const { scripts = '', sheets = '' } = document.querySelector<HTMLElement>('script[data-scripts]')?.dataset ?? {};
const files = scripts.split(' ');

// The build's loader fetches no sheet that a link names, and a browser none that is disabled: their style is here already.
for (const href of sheets.split(' ')) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href }));
}

async function wake(): Promise<void> {
  await Promise.race([loaded, hurried]);
  for (const href of files) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  for (const file of files) {
    await Promise.race([rest(), hurried]);
    await import(/* @vite-ignore */ file);
  }
}

const wakeLater = () => void setTimeout(() => void wake().catch(wakeLater), again);
void wake().catch(wakeLater);
