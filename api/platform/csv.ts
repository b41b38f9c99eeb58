/** What a spreadsheet would take for a formula of its own and carry out. */
const formula = /^[=+\-@\t\r]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const plain = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  const words = typeof value === 'string' ? value : plain ? value.join('; ') : JSON.stringify(value);
  const harmless = formula.test(words) ? `'${words}` : words;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of a CSV file (RFC 4180). A list is parted by semicolons, anything deeper is JSON. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;
