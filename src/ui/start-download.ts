/** Downloads what an address of this site answers with, as if a link to it was pressed. */
export function startDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
