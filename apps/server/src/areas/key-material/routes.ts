import { keyMaterial, pageOf } from '@holdfast/contract';
import { digestWords, type Evaluation, type PolicyDocument } from '@holdfast/policy';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { nameIn } from '../../nodes.ts';
import { proposalReply } from '../../proposal-reply.ts';
import type { SignerState } from '../../signers/monitor.ts';
import type { KeyGroupPublic } from '../../signers/types.ts';
import { signerName } from './rules.ts';
import type { KeyMaterialService, Listed } from './service.ts';

function shareOf(states: readonly SignerState[], { id }: KeyGroupPublic, party: string) {
  const own = states.find(({ signer }) => signer.id === party);
  const exported = own?.health?.exported.find(({ keyGroup }) => keyGroup === id);
  const told = states.flatMap(({ health }) => health?.shares.filter(({ keyGroup }) => keyGroup === id) ?? []);
  return {
    party,
    holder: own ? ('signer' as const) : ('recovery' as const),
    name: own?.signer.name ?? '',
    fingerprint: told[0]?.verifying[party] ?? '',
    reachable: own ? own.health !== null : true,
    exported: exported?.count ?? 0,
    exported_at: exported ? new Date(exported.at) : null,
  };
}

/** Key groups as the signers say, each once, with who holds its shares. */
function groupsOf(states: readonly SignerState[]) {
  const active = states.flatMap(({ health }) => health?.keyGroups.filter((group) => group.active) ?? []);
  const groups = new Map(active.map((group) => [group.id, group]));
  return [...groups.values()].map((group) => ({
    key_group: group.id,
    epoch: group.epoch,
    threshold: group.threshold,
    created_at: new Date(group.createdAt),
    public_key: group.secp256k1.publicKey,
    shares: group.parties.map((party) => shareOf(states, group, party)),
  }));
}

/** One request on the wire. */
function shown(
  service: KeyMaterialService,
  { row, request, state, evaluation }: Listed & { readonly evaluation?: Evaluation },
  doc: PolicyDocument,
  memberId: string,
) {
  return {
    item_id: row.id,
    applicant: { id: row.initiator, name: nameIn(doc, row.initiator) },
    signer: request.signer,
    signer_name: signerName(doc, request.signer),
    key_group: request.keyGroup,
    epoch: request.epoch,
    recipient: request.recipient,
    reason: row.remark,
    state,
    created_at: row.created_at,
    expire_at: row.expires_at,
    ready_at: row.ready_at,
    until: row.until,
    taken: row.taken ?? 0,
    refused_by: row.refused_by === null ? '' : nameIn(doc, row.refused_by),
    approval_url: service.approvalUrl(row, { policy: doc, member: memberId, ...(evaluation ? { evaluation } : {}) }),
    refuse_at: service.refuseAt(row),
    digest_words: digestWords(Buffer.from(row.digest, 'hex')),
    mine: row.initiator === memberId,
  };
}

function readHandlers(service: KeyMaterialService) {
  const document = async (): Promise<PolicyDocument> => (await service.policy()).document;
  return {
    shares: async () => {
      const states = await service.states();
      const delays = states.flatMap(({ health }) => (health ? [health.keyMaterialDelayMs] : []));
      return { delay_ms: delays.length > 0 ? Math.max(...delays) : null, key_groups: groupsOf(states) };
    },
    list: async ({ state, keyword, page_no, page_size }, { caller }) => {
      const from = (page_no - 1) * page_size;
      const [found, doc] = await Promise.all([service.list(caller.workspaceId, { state, keyword }), document()]);
      const list = found.slice(from, from + page_size).map((one) => shown(service, one, doc, caller.memberId));
      return pageOf(list, found.length, page_size);
    },
    detail: async ({ item_id }, { caller }) => {
      const [found, doc] = await Promise.all([service.detail(caller.workspaceId, item_id), document()]);
      const person = (id: string) => ({ id, name: nameIn(doc, id) });
      return {
        ...shown(service, found, doc, caller.memberId),
        refused_why: found.refusedWhy,
        nodes: found.evaluation.nodes.map(({ name, kind, threshold, eligible, approved }) => ({
          name,
          kind,
          threshold,
          members: eligible.map((id) => ({ ...person(id), approved: approved.includes(id) })),
        })),
        told: found.told.map(({ member, acknowledged_at }) => ({ ...person(member), acknowledged_at })),
      };
    },
    notices: async (_input, { caller }) => {
      const list = await service.notices(caller.workspaceId, caller.memberId);
      if (list.length === 0) return { list: [] };
      const doc = await document();
      return { list: list.map((one) => shown(service, one, doc, caller.memberId)) };
    },
  } satisfies Partial<Handlers<typeof keyMaterial>>;
}

export function bindKeyMaterial(app: HttpApp, service: KeyMaterialService): void {
  bind(app, keyMaterial, {
    ...readHandlers(service),
    apply: async (
      { signer, recipient, key_group: keyGroup, whole_key: wholeKey = false, remark },
      { caller, record },
    ) => proposalReply(await service.apply(who(caller), { signer, recipient, keyGroup, wholeKey, remark }, record)),
    acknowledge: async ({ item_id }, { caller, record }) => {
      await service.acknowledge(who(caller), item_id, record);
      return {};
    },
    take: async ({ item_id }, { caller, record }) => {
      const { content, request } = await service.take(who(caller), item_id, record);
      return { file_name: `holdfast-share-${request.signer}-${request.keyGroup.slice(0, 8)}.txt`, content };
    },
  });
}
