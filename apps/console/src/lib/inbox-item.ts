import { type contract, type Output, todoType } from '@holdfast/contract';

/** What waits for a decision, or was decided. */
export type TodoItem = Output<typeof contract.todo.list>['list'][number];

/** What the caller can do (`my_action` on the wire). */
export const myAction = { none: 0, decide: 1, decided: 2 } as const;

/** Is there nothing left to sign for the caller, of an item that has ended or of their own part in it? Who never had one is still shown the way. */
export const isDecided = ({ status, my_action }: Pick<TodoItem, 'status' | 'my_action'>): boolean =>
  status !== 0 || my_action === myAction.decided;

/** Is whoever asked the only one whom the rule asks? Then nobody else decides after them. */
export const isAskersAlone = ({ nodes, initiator }: Pick<TodoItem, 'nodes' | 'initiator'>): boolean =>
  nodes.length > 0 &&
  nodes.every(({ members }) => members.length > 0 && members.every(({ id }) => id === initiator.id));

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
