import type { contract, Output } from '@holdfast/contract';

export type Told = Output<typeof contract.notice.list>['list'][number];

/** A screen, with the item that is looked at there, or the drawer of a transaction. */
export type Place =
  | { readonly kind: 'logins' }
  | { readonly kind: 'account' }
  | { readonly kind: 'outputs'; readonly id: string }
  | { readonly kind: 'item'; readonly item: string | number }
  | { readonly kind: 'transaction'; readonly type: '1' | '2' | '7'; readonly id: string };

/** Where a notice leads: to the item that is to be decided or was, to a transaction, to the logins, to the account; undefined for what stands for itself. */
export function placeOf({
  kind,
  event,
  object,
  item_type,
}: Pick<Told, 'kind' | 'event' | 'object' | 'item_type'>): Place | undefined {
  const id = String(object.id);
  if (object.kind === 'reset' || event.startsWith('account.')) return { kind: 'account' };
  if (kind === 'login') return { kind: 'logins' };
  if (object.kind === 'deposit') return { kind: 'transaction', type: '1', id };
  if (object.kind === 'nft') return { kind: 'transaction', type: '7', id };
  if (object.kind === 'order' && kind === 'outcome') return { kind: 'transaction', type: '2', id };
  if (object.kind === 'outputs') return { kind: 'outputs', id };
  if (item_type === 0) return undefined;
  return { kind: 'item', item: object.kind === 'order' ? object.id : `p${id}` };
}
