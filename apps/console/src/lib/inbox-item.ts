import { type contract, type Output, todoType } from '@holdfast/contract';

/** What waits for a decision, or was decided. */
export type TodoItem = Output<typeof contract.todo.list>['list'][number];

/** Names an item in addresses: payments and changes are numbered apart. */
export const keyOf = ({ item_type, item_id }: Pick<TodoItem, 'item_type' | 'item_id'>): string =>
  `${item_type === todoType.withdraw ? '' : 'p'}${item_id}`;

/** Reads such a name; every change is asked for as any type but a payment. */
export function readKey(key: string | undefined): Pick<TodoItem, 'item_type' | 'item_id'> | undefined {
  const [, change, number] = /^(p?)(\d{1,9})$/.exec(key ?? '') ?? [];
  const id = Number(number ?? 0);
  return id > 0 ? { item_type: change === 'p' ? todoType.strategy : todoType.withdraw, item_id: id } : undefined;
}

/** Does the rule ask for the page of another signer than the one that others approved on? Then the server's choice of page is followed. */
export const wantsOtherPage = ({ nodes, decisions }: Pick<TodoItem, 'nodes' | 'decisions'>): boolean =>
  nodes.some(({ kind, status }) => kind === 'page' && status !== 2) &&
  decisions.some(({ decision }) => decision === 'approve');
