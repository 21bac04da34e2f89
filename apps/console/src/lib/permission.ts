import type { Permission } from '@holdfast/contract';
import { useApi } from './query.ts';

/** Whether the user may do something, as far as showing it goes; the server decides. False until known. */
export function usePermission(name: Permission): boolean {
  const { data } = useApi('user', 'permissions', {}, { quiet: true });
  return data?.permissions.includes(name) ?? false;
}
