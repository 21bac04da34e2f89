import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What the console's build says of its pages (`apps/console/scripts/screens-ahead.ts`): names of files once, and for each address and language which of them. */
interface Ahead {
  readonly files: readonly string[];
  readonly screens: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
}

/** `*` stands for any one value. */
function fits(address: string, pathname: string): boolean {
  const [wanted, given] = [address.split('/'), pathname.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part === '*' || part === given[at]);
}

/** The console's languages by the value of their cookie (spec section 9). */
function languageOf(pathname: string, cookie: string): string {
  const isChinese = pathname.startsWith('/zh-CN/') || /(?:^|;\s*)lan=zh_CN(?:;|$)/.test(cookie);
  return isChinese ? 'zh_CN' : 'en_US';
}

/**
 * The index with the files that the page at this address is sure to need, beside its entry. A build without a table, and an address that it does not know, have
 * the index as it is: the page asks for its files itself then, later.
 */
export function withFilesAhead(html: string, dir: string, pathname: string, cookie: string): string {
  let ahead: Ahead;
  try {
    ahead = JSON.parse(readFileSync(path.join(dir, 'ahead.json'), 'utf8')) as Ahead;
  } catch {
    return html;
  }
  const address = Object.keys(ahead.screens).find((one) => fits(one, pathname));
  const numbers = (address && ahead.screens[address]?.[languageOf(pathname, cookie)]) || [];
  const links = numbers.map((number) => `<link rel="modulepreload" href="/mpc/${ahead.files[number]}">`);
  return html.replace('</head>', () => `${links.join('')}</head>`);
}
