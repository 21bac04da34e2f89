import { changeText, type Views } from './describe.ts';
import type { PolicyChange } from './policy-change.ts';
import { policyChanges } from './policy-diff.ts';
import type { Say } from './words.en.ts';

const toldMost = 2;

const isMove = ({ what }: PolicyChange): boolean => what === 'memberAdded' || what === 'statusChanged';

/** The words of a change as the list of changes has them, without ids, the rule itself, and what else goes by a default flow. */
function briefly(say: Say, views: Views, change: PolicyChange): string {
  const short: Say = (key, params) => say(key === 'scopeAllAnd' ? 'scopeAll' : key, { ...params, id: '', rule: '' });
  return changeText(short, views, change).text.replace(/ ?\(\)|（）| (?= )|[:：]? *$/gu, '');
}

/**
 * What kind of change this is, in a line: found from the two documents, so that nobody else names it. Of many it tells the first, and that there are more.
 * @param lifts the freeze as well
 */
export function policyHeadline(say: Say, views: Views, lifts: boolean): string {
  const all = policyChanges(views.before.policy, views.after.policy);
  // In which format they are written says nothing where they change.
  const changes = all.length > 1 ? all.filter(({ what }) => what !== 'format') : all;
  // Whoever comes or goes is told as such, not by all that comes and goes with them.
  const moves = changes.flatMap((change) => (isMove(change) && 'member' in change ? [change.member.id] : []));
  const told = changes
    .filter((change) => isMove(change) || !('member' in change && moves.includes(change.member.id)))
    .map((change) => briefly(say, views, change));
  const lines = [...(lifts ? [say('head_unfreeze')] : []), ...told];
  if (lines.length > toldMost) lines.splice(toldMost, lines.length, '…');
  return lines.join(say('head_join')) || say('head_none');
}
