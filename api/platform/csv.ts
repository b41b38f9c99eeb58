/**
 * Where a spreadsheet would take text for a formula and carry it out: at the start of a cell, and behind what starts
 * another one where semicolons part them, also within quotes. Japanese ones take fullwidth signs too.
 */
const formula = /(?<=(?:^|[;\t\r\n]) *)[=+\-@\t\r＝＋－＠]/g;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const plain = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  const words = typeof value === 'string' ? value : plain ? value.join('; ') : JSON.stringify(value);
  const harmless = words.replace(formula, "'$&");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of a CSV file (RFC 4180). A list is parted by semicolons, anything deeper is JSON. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;
