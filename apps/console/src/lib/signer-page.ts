import { useQuery } from '@tanstack/react-query';
import { apiQuery, queryClient } from './query.ts';

const limitMs = 4_000;
const everyMs = 10_000;

/** Does the signer's page of this origin answer this browser? */
async function answers(origin: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${origin}/healthz`, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(limitMs),
    });
    return ok;
  } catch {
    return false;
  }
}

const originOf = (url: string): string => (/^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url).origin : '');

/** Origins of the signers, as far as the shell has them. */
function useOrigins(): readonly string[] {
  const { data } = useQuery({ ...apiQuery('signing', 'status', {}), enabled: false }, queryClient);
  return (data?.signers ?? []).map(({ freeze_url }) => originOf(freeze_url)).filter((origin) => origin !== '');
}

/**
 * How the page at this origin is reached from here, asked by this browser itself: what the server sees is another line. `other`: the page of another
 * signer that answers meanwhile, '' where there is none.
 */
export function useSignerPage(origin: string): { readonly silent: boolean; readonly other: string } {
  const all = [...new Set([origin, ...useOrigins()])];
  const { data: reached } = useQuery(
    {
      queryKey: ['signerPages', ...all],
      queryFn: async () => {
        const found = await Promise.all(all.map(answers));
        return all.filter((_, at) => found[at]);
      },
      enabled: origin !== '',
      refetchInterval: everyMs,
      retry: false,
      meta: { quiet: true },
    },
    queryClient,
  );
  return { silent: reached?.includes(origin) === false, other: reached?.find((one) => one !== origin) ?? '' };
}
