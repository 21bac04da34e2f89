import { codeHash, deployText, type Intent, type SeniorRule } from '../../src/index.ts';
import { bytecode, constructorArgs, constructorInputs, deployIntent, node } from '../fixtures.ts';
import { asked, basic, type Case, eth, first, type KnownFacts, rule, senior } from './crew.ts';

/** Contracts that are deployed: by a rule that names bytecode and constructor, and by no other. */

const chain = 'evm:31337';
const known: KnownFacts = { prices: { [eth]: '2000' }, spendings: [] };
const code = codeHash(bytecode);
const named = (change: object = {}) => ({ deploys: [{ chain, code, inputs: constructorInputs, ...change }] });
const deployed = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}, more = {}): SeniorRule =>
  rule(action, when, { id: 'd1', name: 'Deployments', type: 'web3', ...more });
const of = (call?: string): Partial<Intent> => {
  const { kind, outputs, asset, ...intent } = deployIntent();
  return { kind, outputs, asset, call: call ?? intent.call };
};
const judged = (intent: Partial<Intent>, rules: SeniorRule[], is: Case['is']): Case => ({
  policy: { ...senior(...rules), v: rules.some(({ when }) => when.deploys) ? '4' : '1' },
  ...{ intent, votes: asked, facts: known, is },
});
/** A deployment under way is dropped, by rules of now. */
const dropped = (rules: SeniorRule[], is: Case['is'], ...votes: NonNullable<Case['votes']>): Case => ({
  ...judged({}, rules, is),
  ...{ drops: of(), votes: [...asked, ...votes] },
});
const byDee: Partial<SeniorRule> = { id: 'd2', nodes: [{ ...node('Deploys', 1, 'dee'), kind: 'sign' }] };
const others = deployed('flow', named({ code: '0'.repeat(64) }), byDee);
const payments = rule('pass');
const refused = (id: string, problem: string): Case['is'] => ['unsatisfiable', id, problem];
const notAllowed = refused(basic, 'deployNotAllowed');
const created = (inputs: string, args: string, what = bytecode): Partial<Intent> => of(deployText(what, args, inputs));

export const deployments: Record<string, Case> = {
  'a deployment that no rule names': judged(of(), [], notAllowed),
  'a deployment, where rules about calls let all pass': judged(of(), [deployed('pass')], notAllowed),
  'a deployment that a rule lets pass': judged(of(), [deployed('pass', named())], ['satisfied', 'senior d1']),
  'a deployment that a rule asks for': judged(of(), [deployed('flow', named())], ['waiting', 'senior d1']),
  'a deployment that a rule refuses': judged(
    of(),
    [deployed('refuse', named())],
    refused('senior d1', 'refusedByRule'),
  ),
  'another bytecode': judged(
    created(constructorInputs, constructorArgs(), `${bytecode}00`),
    [deployed('pass', named())],
    notAllowed,
  ),
  'an argument as a part of the bytecode': judged(
    created('()', '', bytecode + constructorArgs()),
    [deployed('pass', named())],
    notAllowed,
  ),
  'the same bytecode with a constructor of other types': judged(
    created('(address owner,int256 cap)', constructorArgs()),
    [deployed('pass', named())],
    notAllowed,
  ),
  'the same bytecode with a constructor of other names': judged(
    created('(address friend,uint256 cap)', constructorArgs()),
    [deployed('pass', named())],
    notAllowed,
  ),
  'the same bytecode on another network': judged(of(), [deployed('pass', named({ chain: 'evm:1' }))], notAllowed),
  'a rule that is switched off': judged(of(), [deployed('pass', named(), { enabled: 'off' })], notAllowed),
  'arguments with something behind them': judged(
    created(constructorInputs, `${constructorArgs()}${'00'.repeat(32)}`),
    [deployed('pass', named())],
    refused(basic, 'unreadableDeployment'),
  ),
  'no arguments where some are needed': judged(
    created(constructorInputs, ''),
    [deployed('pass', named())],
    refused(basic, 'unreadableDeployment'),
  ),
  'an address with something in what pads it': judged(
    created(constructorInputs, `01${constructorArgs().slice(2)}`),
    [deployed('pass', named())],
    refused(basic, 'unreadableDeployment'),
  ),
  'a drop of a deployment that a rule lets pass': dropped([deployed('pass', named())], ['satisfied', 'senior d1']),
  'a drop of a deployment that no rule names by now': dropped([payments], ['waiting', first]),
  'a drop of a deployment that no rule names by now, agreed to by the basic flow': dropped(
    [payments],
    ['satisfied', first],
    ['dee', 'approve'],
  ),
  'a drop of a deployment that rules refuse by now, where a rule about others asks for more': dropped(
    [deployed('refuse', named()), others, payments],
    ['waiting', first],
    ['bob', 'approve'],
  ),
  'a drop of that, agreed to by whom that rule asks and by the basic flow': dropped(
    [deployed('refuse', named()), others, payments],
    ['satisfied', first],
    ['dee', 'approve'],
  ),
  'a drop of that, where that rule is about another sub-wallet or off': dropped(
    [
      deployed('flow', { ...named({ code: '0'.repeat(64) }), wallets: ['9'] }, byDee),
      { ...others, id: 'd3', enabled: 'off' },
      payments,
    ],
    ['satisfied', first],
    ['bob', 'approve'],
  ),
  'a constructor in another spelling': judged(
    created('(address owner, uint cap)', constructorArgs()),
    [deployed('pass', named())],
    refused(basic, 'unreadableDeployment'),
  ),
};
