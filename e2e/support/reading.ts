import type { BrowserContext } from '@playwright/test';

/** A slow reader of prose (Brysbaert 2019: 238 words a minute in English, silently). */
const wordsPerMinute = 200;

/** Whole hashes and keys, which have their own words beside them. */
const isHash = (word: string): boolean => /^[0-9a-f]{32,}$/.test(word);
const isWord = (word: string): boolean => /[\p{L}\p{N}]/u.test(word) && !isHash(word);

type Told = (path: string, lines: readonly string[]) => Promise<boolean>;

/** Tells every line that is drawn, once, until nobody wants to know. */
function tellLines(): void {
  const { sawLines } = globalThis as unknown as { sawLines: Told };
  const told = new Set<string>();
  const look = async (): Promise<void> => {
    // As it is drawn: a line for each line, and nothing that is hidden.
    // biome-ignore lint/performance/useDomNodeTextContent: textContent has the hidden texts too.
    const seen = (document.body?.innerText ?? '').split('\n').map((line) => line.trim());
    const fresh = [...new Set(seen)].filter((line) => line && !told.has(line));
    for (const line of fresh) told.add(line);
    if (fresh.length === 0 || (await sawLines(location.pathname, fresh))) requestAnimationFrame(() => void look());
  };
  void look();
}

/**
 * What is to be read on the pages of a browser but those left out: every line that is seen, once, however often it comes back.
 * @returns ends it, and says how much it was
 */
export async function countWords(
  context: BrowserContext,
  leftOut: (path: string) => boolean,
): Promise<() => { words: number; seconds: number }> {
  const lines = new Set<string>();
  let counting = true;
  await context.exposeBinding('sawLines', (_source, path: string, seen: readonly string[]) => {
    if (!leftOut(path)) for (const line of seen) lines.add(line);
    return counting;
  });
  await context.addInitScript(tellLines);
  return () => {
    counting = false;
    const words = [...lines].flatMap((line) => line.split(/\s+/)).filter(isWord).length;
    return { words, seconds: (words / wordsPerMinute) * 60 };
  };
}
