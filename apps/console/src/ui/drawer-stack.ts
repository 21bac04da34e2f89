/** A name and its arguments, as they stand in the address. */
export interface NamedPage {
  readonly name: string;
  readonly args: readonly string[];
}
/** One page in the stack of drawers. */
export interface DrawerPage extends NamedPage {
  readonly key: string;
}

/** More than anybody opens on purpose. Of a longer stack the last pages stay: what was opened just now is seen. */
const deepest = 20;
const pagePattern = /^[a-z][a-zA-Z]{0,31}(:[^~]{0,200}){0,4}$/;

export function pageText(name: string, args: readonly string[]): string {
  return [name, ...args.map((arg) => encodeURIComponent(arg).replaceAll('~', '%7E'))].join(':');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Reads the `d` parameter. What is no page, or no page we know, is left out: a hostile link opens nothing. */
export function parseStack(text: string | undefined, known: (name: string) => boolean): DrawerPage[] {
  const pages: DrawerPage[] = [];
  for (const part of (text ?? '').split('~').slice(-deepest)) {
    const [name = '', ...args] = part.split(':');
    if (pagePattern.test(part) && known(name))
      pages.push({ key: `${pages.length}:${part}`, name, args: args.map(decode) });
  }
  return pages;
}

export const stackText = (pages: readonly NamedPage[]): string | undefined =>
  pages.length === 0 ? undefined : pages.map((page) => pageText(page.name, page.args)).join('~');
