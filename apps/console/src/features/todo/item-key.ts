import { todoType } from '@holdfast/contract';
import type { TodoItem } from './view.ts';

/** Names an item in addresses: payments and changes are numbered apart. */
export const keyOf = ({ item_type, item_id }: Pick<TodoItem, 'item_type' | 'item_id'>): string =>
  `${item_type === todoType.withdraw ? '' : 'p'}${item_id}`;

/** Reads such a name; every change is asked for as any type but a payment. */
export function readKey(key: string | undefined): Pick<TodoItem, 'item_type' | 'item_id'> | undefined {
  const [, change, number] = /^(p?)(\d{1,9})$/.exec(key ?? '') ?? [];
  const id = Number(number ?? 0);
  return id > 0 ? { item_type: change === 'p' ? todoType.strategy : todoType.withdraw, item_id: id } : undefined;
}
