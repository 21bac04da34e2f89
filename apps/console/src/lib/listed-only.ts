import { useApi } from './query.ts';

/** Do signers pay listed payees alone now: the whitelist is on, or was switched off lately and is still held to? */
export function useListedOnly(): boolean {
  const white = useApi('addressBook', 'whiteStatus', {}, { quiet: true }).data;
  return white?.mode === 'on' || (white?.off_from ?? null) !== null;
}
