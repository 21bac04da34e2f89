/** Time the browser takes to begin with a file. */
const keptMs = 60_000;

/** Hands a file to the browser as a download. */
export function saveFile(content: Blob, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}
