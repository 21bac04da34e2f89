import { formatAmount, shortenHash } from '@holdfast/money';
import type { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { stakeSentence } from '../../lib/stake-text.ts';
import { kinds, type TodoItem } from './view.ts';

type Translate = ReturnType<typeof useTranslation<['translation', 'tools']>>['t'];
type Say = (key: string, values?: Readonly<Record<string, string>>) => string;

/** What each area calls its changes, in words. */
const actions: ReadonlyMap<string, string> = new Map([
  ['basicSave', 'tools:todo.do.basicSave'],
  ['basicDelete', 'tools:todo.do.basicDelete'],
  ['higherSave', 'tools:todo.do.higherSave'],
  ['higherDelete', 'tools:todo.do.higherDelete'],
  ['higherSort', 'tools:todo.do.higherSort'],
  ['workspaceSave', 'tools:todo.do.workspaceSave'],
  ['workspaceDelete', 'tools:todo.do.workspaceDelete'],
  ['save', 'tools:todo.do.save'],
  ['import', 'tools:todo.do.import'],
  ['role', 'tools:todo.do.role'],
  ['remove', 'tools:todo.do.remove'],
  ['credentialAdd', 'tools:todo.do.credentialAdd'],
  ['credentialRemove', 'tools:todo.do.credentialRemove'],
  ['add', 'tools:todo.do.add'],
  ['grant', 'tools:todo.do.grant'],
  ['revoke', 'tools:todo.do.revoke'],
  ['keyMaterial', 'tools:todo.do.keyMaterial'],
  ['programAdd', 'tools:todo.do.programAdd'],
  ['programChange', 'tools:todo.do.programChange'],
  ['programOff', 'tools:todo.do.programOff'],
  ['programOn', 'tools:todo.do.programOn'],
  ['whitelist', 'tools:todo.do.whitelist'],
  ['unfreeze', 'tools:todo.do.unfreeze'],
]);

export function kindText(t: Translate, type: number): string {
  const kind = kinds.find((one) => one.type === type);
  return t(kind?.text ?? 'tools:todo.kind.other');
}

/** A change as one sentence; of a kind that this page does not know, the kind of item. */
function changeTitle(t: Translate, { item_type }: TodoItem, subject: Readonly<Record<string, string>>): string {
  const say = t as unknown as Say;
  const { action = '', added = '0', removed = '0' } = subject;
  if (action === 'basicSave' && subject.wallet === '*') return say('tools:todo.do.defaultSave');
  const known = actions.get(action);
  if (known) return say(known, subject);
  if (added !== '0' && removed !== '0') return say('tools:todo.do.payeesBoth', { added, removed });
  if (added !== '0') return say('tools:todo.do.payeesAdded', { added });
  if (removed !== '0') return say('tools:todo.do.payeesRemoved', { removed });
  return kindText(t, item_type);
}

type Payment = NonNullable<TodoItem['payment']>;
const amountOf = ({ amount, symbol }: Payment, write: (amount: string) => string): string =>
  `${write(amount)} ${symbol}`;

/** What is asked, for a line of the list. */
export function rowTitle(t: Translate, item: TodoItem): string {
  const { payment, change } = item;
  if (payment?.stake)
    return stakeSentence(t, { ...payment, stake: payment.stake, amount: amountOf(payment, formatAmount) });
  if (payment) return t('todo.rowTitle', { amount: formatAmount(payment.amount), symbol: payment.symbol });
  return changeTitle(t, item, change?.subject ?? {});
}

/** What is asked, as a headline. */
export function headline(t: Translate, item: TodoItem): string {
  const { payment, change } = item;
  if (!payment) return changeTitle(t, item, change?.subject ?? {});
  const amount = amountOf(payment, exactAmount);
  if (payment.stake) {
    const what = stakeSentence(t, { ...payment, stake: payment.stake, amount });
    return t('stake.sentence', { what, wallet: payment.sub_wallet_name });
  }
  return t('todo.sentence', {
    amount,
    wallet: payment.sub_wallet_name,
    address: shortenHash(payment.address_to),
  });
}
