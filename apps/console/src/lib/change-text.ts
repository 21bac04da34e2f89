import { honestText } from '@holdfast/review/format';

/** `t` of the namespace `tools`. */
export type Say = (key: string, values?: Readonly<Record<string, string>>) => string;

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
  ['signProtect', 'tools:todo.do.signProtect'],
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
  ['tokenAdd', 'tools:todo.do.tokenAdd'],
  ['tokenRemove', 'tools:todo.do.tokenRemove'],
  ['whitelist', 'tools:todo.do.whitelist'],
  ['unfreeze', 'tools:todo.do.unfreeze'],
]);

/** A change as one sentence, by what its proposal says of itself; undefined for one that this version does not know. */
export function changeText(say: Say, subject: Readonly<Record<string, string>>): string | undefined {
  const { action = '', added = '0', removed = '0', payee = '' } = subject;
  if (action === 'basicSave' && subject.wallet === '*') return say('tools:todo.do.defaultSave');
  const known = actions.get(action);
  if (known) return say(known, subject);
  if (payee !== '') {
    const deed = added === '0' ? 'payeeRemove' : removed === '0' ? 'payeeAdd' : 'payeeChange';
    return say(`tools:todo.do.${deed}`, { payee: honestText(payee) });
  }
  if (added !== '0' && removed !== '0') return say('tools:todo.do.payeesBoth', { added, removed });
  if (added !== '0') return say('tools:todo.do.payeesAdded', { added });
  return removed === '0' ? undefined : say('tools:todo.do.payeesRemoved', { removed });
}
