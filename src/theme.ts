/**
 * Applies the theme chosen on this device before the first paint, and keeps the browser's question whether to install
 * the app, which may come before any other script. It blocks painting, so it imports nothing and is small.
 */
try {
  const { theme } = JSON.parse(localStorage.getItem('preferences') ?? '{}');
  if (theme) document.documentElement.dataset.theme = theme.toLowerCase();
} catch {
  // Without storage the device's own theme applies.
}

window.onbeforeinstallprompt = (event) => {
  event.preventDefault();
  window.installPrompt = event;
};
