/**
 * Paints the page light or dark from its first moment, where somebody chose so on this device. It runs before anything
 * is painted, so it imports nothing and is small.
 */
try {
  const { theme } = JSON.parse(localStorage.getItem('preferences') ?? '{}');
  if (theme) document.documentElement.dataset.theme = theme.toLowerCase();
} catch {
  // A browser that keeps nothing paints as the device does.
}
