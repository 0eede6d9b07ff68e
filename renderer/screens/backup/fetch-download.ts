/** Lets the browser keep an archive that was begun as a file; the page stays where it is. */
export function fetchDownload(id: string): void {
  const link = document.createElement('a');
  link.href = `./app/downloads/${encodeURIComponent(id)}`;
  link.download = '';
  link.click();
}
