/**
 * Applies the theme chosen on this device, and the site's color, before the first paint; marks the dismissed announcement;
 * and keeps the browser's question whether to install
 * the app, which may come before any other script. It blocks painting, so it imports nothing and is small.
 */
try {
  const { theme } = JSON.parse(localStorage.getItem('preferences') ?? '{}');
  const { dataset, style } = document.documentElement;
  if (theme) dataset.theme = theme.toLowerCase();
  dataset.dismissed = localStorage.dismissed;
  style.setProperty('--badge', JSON.parse(localStorage.services).services.color);
} catch {
  // Without storage the device's own theme applies.
}

window.onbeforeinstallprompt = (event) => {
  event.preventDefault();
  window.installPrompt = event;
};
