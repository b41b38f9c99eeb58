const sheetTag = /<style>([\s\S]*?)<\/style>/;
const nightQuery = '(prefers-color-scheme: dark)';

/**
 * Shows an HTML mail as a mail program does, in a theme that need not be the device's. The page's policy allows no inline
 * styles, so they are set by script.
 */
export function showMail(root: ShadowRoot, html: string, theme: 'light' | 'dark'): void {
  const [, rules = ''] = sheetTag.exec(html) ?? [];
  const source = html.replace(sheetTag, '').replaceAll(' style="', ' data-style="');
  const { documentElement, body } = new DOMParser().parseFromString(source, 'text/html');
  const mail = document.createElement('div');
  mail.lang = documentElement.lang;
  mail.dir = documentElement.dir;
  mail.className = body.className;
  mail.dataset.style = body.dataset.style;
  mail.append(...body.childNodes);
  for (const element of [mail, ...mail.querySelectorAll<HTMLElement>('[data-style]')])
    element.style.cssText = element.dataset.style ?? '';
  mail.style.colorScheme = theme;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.replace(nightQuery, theme === 'dark' ? 'all' : 'not all'));
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(mail);
}
