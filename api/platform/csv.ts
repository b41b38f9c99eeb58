/**
 * Matches text that a spreadsheet would run as a formula: at the start of a cell, and after a semicolon or line break,
 * which separate cells in some locales, also within quotes. Japanese ones accept fullwidth signs too.
 */
const formula = /(?<=(?:^|[;\t\r\n]) *)[=+\-@\t\r＝＋－＠]/g;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const plain = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  const text = typeof value === 'string' ? value : plain ? value.join('; ') : JSON.stringify(value);
  const harmless = text.replace(formula, "'$&");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Writes a line of a CSV file (RFC 4180). Lists are joined by semicolons, deeper values are JSON. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;
