/** Which role may call what, from the contract: docs/roles.md. */
import {
  callerRoles,
  contract,
  type Endpoint,
  permissionRoles,
  roles,
  scopeOf,
} from '../../packages/contract/src/index.ts';

const cellsOf = ({ access }: Endpoint): string[] => {
  if (access === 'public') return ['anyone', ...roles.map(() => '●'), ''];
  if (access === 'session') return ['', ...roles.map(() => '●'), ''];
  return ['', ...callerRoles.map((role) => (permissionRoles[access].some((allowed) => allowed === role) ? '●' : ''))];
};
const rowOf = (endpoint: Endpoint): string => {
  const scope = scopeOf(endpoint);
  const second = [endpoint.stepUp ? 'fresh code' : '', scope ? `by \`${scope.field}\`` : ''].filter(Boolean).join(', ');
  return `| ${endpoint.method} \`${endpoint.path}\` | ${endpoint.access} | ${second} | ${cellsOf(endpoint).join(' | ')} |`;
};
const sectionOf = ([area, endpoints]: [string, Readonly<Record<string, Endpoint>>]): string =>
  [
    `## ${area}`,
    '',
    `| endpoint | permission | | no session | ${callerRoles.join(' | ')} |`,
    `|---|---|---|${':-:|'.repeat(callerRoles.length + 1)}`,
    ...Object.values(endpoints).map(rowOf),
    '',
  ].join('\n');

/** The whole page. */
export const rolesPage = (): string =>
  [
    '# Roles',
    '',
    'Who may call what, generated from `packages/contract` by `npm run docs`. A test holds the server to every cell, another this page to the',
    'contract. Whatever is not marked is refused (200004, without a session 110909).',
    '',
    'A role here opens an endpoint and no more: **what moves money or changes rules is decided at the signers**, by the roles that the signed rules',
    'name (`packages/policy`), whatever the server says. `api` is an API client: it may ask there and never decides. It has no',
    'session; it signs each request (docs/decisions/0011), and a call that it signs is refused wherever its column is empty.',
    '',
    'A member may have another role in single sub-wallets. Where a row says **by** a field, the call is about the sub-wallet that this field names,',
    'or that holds what it names (an order, a deposit, an address): the role in that sub-wallet counts, where the member has one, else the role in',
    'the workspace. That is what the signers do too (`roleIn` in `packages/policy`). Everything else, and every list over all sub-wallets, goes by',
    'the role in the workspace. Such a role can be operator, approver or viewer, so it never opens what only owners and admins may.',
    '',
    ...Object.entries(contract).map(sectionOf),
  ].join('\n');
