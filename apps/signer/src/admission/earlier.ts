import { refuse } from '../errors.ts';
import { accountOf, endedOpen, excludes, isOpen, paysItself } from '../state/open.ts';
import { decidedOn, need, type Step } from './types.ts';

/**
 * A signature outlives what was agreed to: a server that keeps one back, says that the payment failed, and has it asked for again, could broadcast both. So:
 *
 * 1. What members were told here that an intent replaces, it replaces: the two share a nonce or an input, and the chain takes one at most. That holds also
 *    where the server says later that the earlier one is paid, which it was to say before members decided. The same holds for what might be made when the
 *    intent was shown, pays one of its payees, and has ended since: a page that was read after that end tells of a payment that its members take for failed.
 * 2. As long as a payment that ended may still be made, nothing leaves its account but what takes its place, or what stays in the sub-wallet itself. That
 *    ends when the server stands for it (`settle`): pages of every later payment to that payee then say so.
 *
 * Where transactions die by themselves and nothing takes the place of one, 2. alone holds a payment back, until the earlier one is dead by this signer's clock.
 *
 * A batch takes nobody's place: what its pages tell of beside it holds back its rows, each the one that pays the same payee (1.), or all of them (2.).
 *
 * What has not ended is meant to be paid: others go beside it, and their pages say that it is made as well.
 */
export const earlierPayments: Step = {
  name: 'earlierPayments',
  check: (facts, draft) => {
    const { state, now } = facts;
    const [intent, made] = [need(draft, 'intent'), need(draft, 'conflict')];
    if (paysItself(intent)) return;
    const account = accountOf(intent);
    const leaves = (id: string): boolean => {
      const earlier = state.decided.get(id)?.conflict;
      return id !== intent.id && earlier !== undefined && !excludes(made, earlier);
    };
    const known = state.announced.get(decidedOn(draft).id);
    const pays = ({ address }: { readonly address: string }): boolean =>
      intent.outputs.some((output) => output.address === address);
    const ended =
      known?.beside.filter((id) => {
        const decision = state.decided.get(id);
        return now >= (decision?.expires ?? 0) && (decision?.pays?.some(pays) ?? true);
      }) ?? [];
    const promised = [...(known?.replaces ?? []), ...ended].filter(leaves);
    const done = promised.find((id) => !isOpen(state, id, now));
    if (done !== undefined) throw refuse('earlierNotReplaced', done);
    const open = endedOpen(state, account, now).find(({ id }) => leaves(id));
    const left = promised[0] ?? open?.id;
    if (left !== undefined) throw refuse('earlierOpen', left);
  },
};
