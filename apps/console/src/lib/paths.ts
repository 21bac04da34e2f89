import { currentLanguage } from './i18n.ts';

/** `/login`, prefixed by the language's code when it is not English (spec §2). */
export const loginPath = (): '/login' | '/zh-CN/login' => (currentLanguage() === 'zh-CN' ? '/zh-CN/login' : '/login');

/** A screen of ours with its search: no other origin, no `//`, no backslash, nothing encoded in the path. */
const inside = /^\/mpc(?:\/(?!setup)[A-Za-z0-9_-]+)+(?:\?[\x21\x22\x24-\x5b\x5d-\x7e]*)?$/;

/** Where to go after log-in: back to where one was, if that is a screen of ours; else the wallet. */
export function safeReturn(target: string): string {
  return target.length <= 2_000 && inside.test(target) ? target : '/mpc/wallet';
}

/** The wallet centre, as the product tells it (spec §2), and as the list of routes writes it. */
export const isWalletCenter = (path: string): boolean =>
  /\/cent(er|re)\/wallet/.test(path) || /\/wallet\/cent(er|re)(\/|$)/.test(path);
