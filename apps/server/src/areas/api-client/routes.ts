import { apiClient, pageOf } from '@holdfast/contract';
import { credentialFingerprint, deviceCredentialId, digestWords } from '@holdfast/policy';
import { bind, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { proposalReply } from '../../proposal-reply.ts';
import { keyOf } from './rules.ts';
import type { ApiClientService } from './service.ts';

type Listed = Awaited<ReturnType<ApiClientService['list']>>[number];

/** In the rules stands what signs now; the row has what was asked for last. */
function shown({ row, status, member, maker }: Listed) {
  const publicKey = keyOf(member)?.publicKey ?? row.public_key;
  const credential = { id: deviceCredentialId(publicKey), type: 'device', publicKey } as const;
  return {
    app_id: row.app_id,
    name: member?.name ?? row.name,
    status,
    ip_list: row.ip_list,
    scopes: row.scopes,
    sub_wallet_ids: row.sub_wallet_ids,
    per_minute: row.per_minute,
    sign_alg: 'ed25519' as const,
    public_key: publicKey,
    words: [...digestWords(credentialFingerprint(credential))],
    in_rules: member?.status === 'active',
    made_by: row.made_by === null ? null : { member_id: row.made_by, name: maker?.name ?? '' },
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    last_ip: row.last_ip,
    expire_at: row.expires_at,
    item_id: row.pending ? row.proposal_id : null,
  };
}

const saved = ({ appId, proposal }: Awaited<ReturnType<ApiClientService['save']>>) => ({
  app_id: appId,
  proposal: proposal && proposalReply(proposal),
});

export function bindApiClient(app: HttpApp, service: ApiClientService): void {
  bind(app, apiClient, {
    detail: async ({ app_id, made_by }, { caller }) => {
      const ask = { appId: app_id, madeBy: made_by };
      return { list: (await service.list(caller.workspaceId, ask)).map(shown) };
    },
    save: async ({ app_id, name, public_key, ip_list, expire_at, remark, ...limits }, { caller, record }) => {
      const { scopes, sub_wallet_ids: subWallets, per_minute: perMinute = null } = limits;
      const limited = { networks: ip_list, expiresAt: expire_at ?? null, scopes, subWallets, perMinute };
      const ask = { name, publicKey: public_key, ...limited, remark };
      return saved(await service.save(who(caller), app_id, ask, record));
    },
    saveStatus: async ({ app_id, status, remark }, { caller, record }) =>
      saved(await service.saveStatus(who(caller), app_id, status === 1, remark, record)),
    log: async ({ app_id, proven, page_no, page_size }, { caller }) => {
      const ask = { appId: app_id, proven, size: page_size, skip: (page_no - 1) * page_size };
      const { rows, total } = await service.calls(caller.workspaceId, ask);
      return pageOf(rows, total, page_size);
    },
    alerts: async (_input, { caller }) => ({ list: await service.alerts(caller.workspaceId, caller.userId) }),
    acknowledge: async ({ id }, { caller, record }) => {
      await service.acknowledge(caller.workspaceId, id, record);
      return {};
    },
  });
}
