import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { usePreferences } from './preferences.ts';
import { apiQuery, queryClient } from './query.ts';
import { signerText } from './signer-name.ts';
import { useSignerNames } from './signer-page-names.ts';

const [leastMs, mostMs] = [2_500, 4_000];
const everyMs = 3_000;

/** How long each took to answer, ms. */
const took = new Map<string, number>();

/** Does the signer's page of this origin answer this browser? One that answered soon before is not waited for as long as a slow line takes. */
async function answers(origin: string): Promise<boolean> {
  const begun = Date.now();
  const limit = Math.min(mostMs, Math.max(leastMs, 4 * (took.get(origin) ?? mostMs)));
  try {
    const { ok } = await fetch(`${origin}/healthz`, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(limit),
    });
    took.set(origin, Date.now() - begun);
    return ok;
  } catch {
    // It may be the line that has become slow.
    took.delete(origin);
    return false;
  }
}

/** '' of what is no web address. */
export const originOf = (url: string): string =>
  /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url).origin : '';

const status = apiQuery('signing', 'status', {});
type Known = { readonly signers: readonly { readonly name: string; readonly freeze_url: string }[] } | undefined;
/** Origins of the signers, as far as the shell has them. */
const originsIn = (known: Known): string[] =>
  (known?.signers ?? []).map(({ freeze_url }) => originOf(freeze_url)).filter((origin) => origin !== '');

interface PageName {
  readonly name: string;
  /** With the host behind it: by that one sees where a link leads. */
  readonly whole: string;
}
/** What the signers are called whose pages are at these origins; a page of none that is known goes by its host. */
export function usePageNames(): (origin: string) => PageName {
  const known = useQuery({ ...status, enabled: false }, queryClient).data;
  const names = useSignerNames(known?.signers.map(({ name, freeze_url }) => ({ origin: originOf(freeze_url), name })));
  return (origin) => {
    const host = origin.replace(/^https?:\/\//, '');
    const signer = names.find((one) => one.origin === origin);
    if (!signer) return { name: host, whole: host };
    const name = signerText(signer.name);
    return { name, whole: `${name} · ${host}` };
  };
}

/** Each origin by itself: a longer list of signers does not start anew the look that is under way. */
const lookAt = (origin: string) =>
  queryOptions({
    queryKey: ['signerPage', origin],
    queryFn: () => answers(origin),
    refetchInterval: everyMs,
    retry: false,
    meta: { quiet: true },
  });

/**
 * How the page at this origin is reached from here, asked by this browser itself: what the server sees is another line. `other`: the page of another
 * signer that answers meanwhile, '' where there is none.
 */
export function useSignerPage(origin: string): { readonly silent: boolean; readonly other: string } {
  const known = useQuery({ ...status, enabled: false }, queryClient).data;
  const all = origin === '' ? [] : [...new Set([origin, ...originsIn(known)])];
  const looks = useQueries({ queries: all.map(lookAt) }, queryClient);
  const other = all.find((one, at) => one !== origin && looks[at]?.data === true) ?? '';
  // That no page answers is told only when all have been asked.
  const told = other !== '' || looks.every(({ data }) => data !== undefined);
  return { silent: told && looks[0]?.data === false, other };
}

/**
 * This address on a page that answers: on the one that was chosen in this browser, whatever becomes of it; else on the server's, or on another signer's
 * while that one is silent.
 * @param asked the rule asks for the page that the server names, and for no other
 */
export function useAnswering(url: string, asked = false): string {
  const chosen = usePreferences(({ page }) => (asked ? '' : page));
  const origin = originOf(url);
  const { silent, other } = useSignerPage(chosen === '' && !asked ? origin : '');
  if (origin === '') return url;
  return (chosen || (silent && other) || origin) + url.slice(origin.length);
}

/** The same once, for somebody who is led there at once. */
export async function answeringOf(url: string): Promise<string> {
  const { page: chosen } = usePreferences.getState();
  const origin = originOf(url);
  if (origin === '') return url;
  const at = (page: string): string => page + url.slice(origin.length);
  if (chosen !== '') return at(chosen);
  if (await answers(origin)) return url;
  const others = originsIn(queryClient.getQueryData(status.queryKey)).filter((one) => one !== origin);
  const reached = await Promise.all(others.map(answers));
  return at(others.find((_, index) => reached[index]) ?? origin);
}
