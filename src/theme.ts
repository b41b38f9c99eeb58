/**
 * Applies the theme chosen on this device, and the site's color, before the first paint; marks the dismissed announcement;
 * and keeps from all other scripts what they must not hear: the browser's question whether to install the app, which may
 * come before them, and the keys of input methods. It blocks painting, so it imports nothing and is small.
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

// Enter, Escape and arrows that belong to a conversion are no commands. Safari ends the conversion before its Enter, which
// still has the code of a key that an input method handles.
addEventListener(
  'keydown',
  (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  },
  true,
);
