import { type ChainConfig, familyOf } from '@holdfast/chains';
import { backTest, pageOf, strategy, todoType } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { basicFor, canDecide, type Flow, isSolo, parseIntent, workspaceOps } from '@holdfast/policy';
import type { Catalog } from '../../catalog.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { approvedNodes, decisionsShown, nameIn } from '../../nodes.ts';
import { decisionReply, proposalReply } from '../../proposal-reply.ts';
import { refuse } from '../../refuse.ts';
import type { TeamService } from '../team/service.ts';
import { itemStatus, stateOf, type TodoService } from '../todo/service.ts';
import type { BackTestService } from './past.ts';
import { protectionOf } from './rules.ts';
import type { StrategyService } from './service.ts';

type StrategyHandlers = Handlers<typeof strategy>;
interface StrategyRoutes {
  readonly service: StrategyService;
  readonly catalog: Catalog;
  readonly todos: Pick<TodoService, 'info'>;
  readonly team: Pick<TeamService, 'proven'>;
}

/** Spec numbers of what needs a decision (domain.md 6.4), and whose rule it goes by. */
const guarded = [
  { business_type: todoType.addressBook, name: 'addressBook', op: 'addressBook' },
  { business_type: todoType.strategy, name: 'strategy', op: 'strategies' },
  { business_type: todoType.workspaceRule, name: 'workspaceRule', op: 'strategies' },
  { business_type: todoType.keyGrant, name: 'keyGrant', op: 'members' },
  { business_type: todoType.keyMaterial, name: 'keyMaterial', op: 'keyMaterial' },
  { business_type: todoType.apiClient, name: 'apiClient', op: 'api' },
  { business_type: todoType.member, name: 'member', op: 'members' },
] as const;

const flowOnWire = ({ signProtection, nodes, pages }: Flow) => ({
  sign_protect: signProtection,
  pages: pages ?? ('any' as const),
  nodes: nodes.map((node) => ({ ...node, approvers: [...node.approvers] })),
});

function ruleHandlers({ service }: StrategyRoutes) {
  const senior = async () => {
    const { document } = await service.policy();
    const list = document.senior.map((rule, place) => {
      const { id, name, type, enabled } = rule;
      return { id, name, type, enabled, place, rule: { ...rule } };
    });
    return { version: document.version, list };
  };
  return {
    basicList: async () => {
      const { document } = await service.policy();
      const list = document.strategies.map((flow) => ({ wallet: flow.wallet, ...flowOnWire(flow) }));
      return { version: document.version, list };
    },
    basicInfo: async ({ wallet }) => {
      const { document } = await service.policy();
      const flow = basicFor(document, wallet);
      if (!flow) throw refuse('ruleNotFound', {});
      return { version: document.version, wallet, own: flow.wallet === wallet, ...flowOnWire(flow) };
    },
    higherList: async ({ type }) => {
      const { version, list } = await senior();
      return { version, list: list.filter((rule) => type === undefined || rule.type === type) };
    },
    higherInfo: async ({ id }) => {
      const { version, list } = await senior();
      const found = list.find((rule) => rule.id === id);
      if (!found) throw refuse('ruleNotFound', {});
      return { version, ...found };
    },
    workspaceInfo: async ({ op }) => {
      const { document } = await service.policy();
      const own = document.workspace.find((rule) => rule.op === op);
      const flow = own ?? basicFor(document, '*');
      if (!flow) throw refuse('ruleNotFound', {});
      return { version: document.version, own: own !== undefined, ...flowOnWire(flow) };
    },
    signProtect: async () => {
      const { document } = await service.policy();
      const flows = protectionOf(document).map(({ on, ...flow }) => ({ ...flow, sign_protect: on }));
      const count = flows.filter(({ sign_protect }) => sign_protect).length;
      const scope = count === flows.length ? ('all' as const) : count === 0 ? ('none' as const) : ('some' as const);
      return {
        sign_protect: scope === 'all',
        scope,
        solo_mode: isSolo(document),
        version: document.version,
        flows,
      };
    },
    businessList: async () => ({ list: [...guarded] }),
  } satisfies Partial<StrategyHandlers>;
}

/** As the contract says it: '' where no call can be named. */
function contractPattern(chain: ChainConfig): string {
  const { namesCalls, addressPattern } = familyOf(chain);
  return namesCalls ? addressPattern : '';
}

function readHandlers({ service, catalog, team }: StrategyRoutes) {
  return {
    policy: async () => {
      const { document, text, hash } = await service.policy();
      return { version: document.version, hash, document: text, solo_mode: isSolo(document) };
    },
    memberList: async (_input, { caller }) => {
      const [{ document }, proven] = await Promise.all([service.policy(), team.proven(caller.workspaceId)]);
      return {
        list: document.members
          .filter((member) => canDecide(member))
          .map(({ id, name, role, keyHolder }) => ({
            member_id: id,
            name,
            role,
            has_key: keyHolder === 'yes',
            twofa: proven.has(id),
          })),
      };
    },
    symbolList: async () => ({
      list: catalog.coins.map(({ chain, asset }) => ({
        symbol: asset.symbol,
        name: asset.name,
        chain: chain.id,
        contract: asset.contract,
        decimals: asset.decimals,
        contract_pattern: contractPattern(chain),
      })),
    }),
    opList: async () => {
      const { document } = await service.policy();
      const own = new Set<string>(document.workspace.map(({ op }) => op));
      return { list: workspaceOps.map((op) => ({ op, own_rule: own.has(op) })) };
    },
    opNumbers: async (_input, { caller }) => {
      const list = await service.openNumbers(caller.workspaceId);
      return { total: list.reduce((sum, { open }) => sum + open, 0), list };
    },
    auditInfo: async ({ item_id }, { caller }) => {
      const [{ found, evaluation, decided }, { document }] = await Promise.all([
        service.item(caller.workspaceId, item_id),
        service.policy(),
      ]);
      return {
        item_id: found.id,
        item_type: found.item_type,
        status: found.status,
        remark: found.remark,
        initiator: { id: found.initiator, name: nameIn(document, found.initiator) },
        created_at: found.created_at,
        expire_at: found.expires_at,
        rule: evaluation.rule ?? null,
        nodes: approvedNodes(evaluation, document),
        decisions: decisionsShown(decided, document),
        document: found.document,
        policy_version: found.policy_version,
        approval_url: service.url(found, { policy: document, member: caller.memberId, evaluation }),
        last_error: found.last_error,
      };
    },
    logList: async ({ keyword, item_type, event, part, start, end, page_no, page_size }, { caller }) => {
      const skip = (page_no - 1) * page_size;
      const ask = { keyword, part, event, start, end, itemType: item_type, size: page_size, skip };
      const { rows, total } = await service.log(caller.workspaceId, ask);
      return pageOf(rows, total, page_size);
    },
  } satisfies Partial<StrategyHandlers>;
}

/** What is told of a payment beside its intent. */
const paymentSubject = (payment: {
  readonly symbol: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly address_to: string;
}) => ({
  symbol: payment.symbol,
  amount: fromUnits(payment.amount, payment.decimals),
  to: payment.address_to,
});

function businessHandlers({ todos }: StrategyRoutes) {
  return {
    businessInfo: async ({ business_type, business_id }, { caller }) => {
      const { item, document, base } = await todos.info(
        caller.workspaceId,
        caller.memberId,
        business_type,
        business_id,
      );
      const { thing, evaluation } = item;
      const { row } = thing;
      const change = thing.source === 'proposal' ? thing.row : undefined;
      if (change && change.item_type !== business_type) throw refuse('itemNotFound', {});
      return {
        business_type,
        business_id,
        kind: parseIntent(row.intent).kind,
        initiator: { id: row.initiator, name: nameIn(document, row.initiator) },
        remark: row.remark,
        status: itemStatus(stateOf(thing)),
        subject: thing.source === 'order' ? paymentSubject(thing.row) : thing.row.subject,
        intent: row.intent,
        digest: row.digest,
        digest_words: [...item.words],
        document: change?.document ?? '',
        base,
        rule: evaluation.rule ?? null,
        nodes: approvedNodes(evaluation, document),
      };
    },
  } satisfies Partial<StrategyHandlers>;
}

function changeHandlers({ service }: StrategyRoutes) {
  return {
    basicSave: async ({ wallet, sign_protect, pages, nodes, ...change }, { caller, record }) =>
      proposalReply(
        await service.basicSave(who(caller), { wallet, signProtection: sign_protect, nodes }, pages, change, record),
      ),
    basicDelete: async ({ sub_wallet_id, ...change }, { caller, record }) =>
      proposalReply(await service.basicDelete(who(caller), String(sub_wallet_id), change, record)),
    higherSave: async ({ rule, place, pages, ...change }, { caller, record }) =>
      proposalReply(await service.higherSave(who(caller), rule, place, pages, change, record)),
    higherDelete: async ({ id, ...change }, { caller, record }) =>
      proposalReply(await service.higherDelete(who(caller), id, change, record)),
    higherSort: async ({ type, ids, ...change }, { caller, record }) =>
      proposalReply(await service.higherSort(who(caller), type, ids, change, record)),
    workspaceSave: async ({ op, sign_protect, pages, nodes, ...change }, { caller, record }) =>
      proposalReply(
        await service.workspaceSave(who(caller), { op, signProtection: sign_protect, nodes }, pages, change, record),
      ),
    saveSignProtect: async ({ sign_protect, ...change }, { caller, record }) =>
      proposalReply(await service.saveProtection(who(caller), sign_protect, change, record)),
    workspaceDelete: async ({ op, ...change }, { caller, record }) =>
      proposalReply(await service.workspaceDelete(who(caller), op, change, record)),
    save: async ({ version, remark, ...parts }, { caller, record }) => {
      const given = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
      return proposalReply(await service.save(who(caller), given, { version, remark }, record));
    },
    importRules: async ({ file, ...change }, { caller, record }) =>
      proposalReply(await service.importRules(who(caller), file, change, record)),
    caseList: async (_input, { caller }) => ({
      list: (await service.cases.list(caller.workspaceId)).map((one) => ({ ...one })),
    }),
    caseSave: async ({ case: one }, { caller, record }) => {
      await service.cases.save(caller.workspaceId, one, record);
      return {};
    },
    caseDelete: async ({ name }, { caller, record }) => {
      await service.cases.remove(caller.workspaceId, name, record);
      return {};
    },
    audit: async ({ item_id, result, remark }, { caller, record }) =>
      decisionReply(await service.decide(who(caller), item_id, result === 1 ? 'approve' : 'refuse', remark, record)),
    cancel: async ({ item_id }, { caller, record }) => {
      await service.cancel(who(caller), item_id, record);
      return {};
    },
  } satisfies Partial<StrategyHandlers>;
}

export function bindStrategy(app: HttpApp, deps: StrategyRoutes): void {
  bind(app, strategy, {
    ...readHandlers(deps),
    ...ruleHandlers(deps),
    ...businessHandlers(deps),
    ...changeHandlers(deps),
  });
}

export function bindBackTest(app: HttpApp, { past }: BackTestService): void {
  bind(app, backTest, { list: (ask, { caller }) => past(caller.workspaceId, ask) });
}
