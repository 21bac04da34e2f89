import { digestWords } from '@holdfast/policy';
import { keyGroupFingerprint, signerFingerprint } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import { ask, signerFacts } from '@holdfast/signer-ui/signer-api';
import { CliError } from './exit.ts';
import { exportBanners } from './key-material.ts';
import type { Terminal } from './terminal.ts';

const line = (name: string, value: string): string => `  ${name.padEnd(16)}${value}`;
const words = (digest: Uint8Array): string => digestWords(digest).join(' ');

export function signerLines(facts: SignerFacts): string[] {
  const groups = facts.keyGroups.flatMap((group) => [
    line('key group', `${group.id}, epoch ${group.epoch}, ${group.active ? 'active' : 'not confirmed'}`),
    line('', words(keyGroupFingerprint(group))),
  ]);
  return [
    line('fingerprint', words(signerFingerprint(facts))),
    line('installation', facts.deployment ?? 'not set up'),
    line('rules', facts.policy ? `version ${facts.policy.version}, ${facts.policy.hash}` : 'none'),
    ...(groups.length > 0 ? groups : [line('key group', 'none')]),
    line('frozen', facts.frozen ? 'yes: nothing is signed' : 'no'),
    ...(facts.singleHost ? [line('', 'all shares on one machine: for evaluation')] : []),
  ];
}

interface SetupStatus {
  readonly code: number | string;
  readonly msg?: string;
  readonly data?: {
    readonly stage: string;
    readonly problem: string;
    readonly signers: readonly { name: string; reachable: unknown }[];
  };
}

async function serverStatus(terminal: Terminal, url: string): Promise<void> {
  const reply = await ask<SetupStatus>(url, '/api/setup/status');
  if (!reply.data) throw new CliError('refused', `the server answers ${reply.code}: ${reply.msg ?? ''}`);
  terminal.print(terminal.bold(`Server ${url}`));
  terminal.print(line('stage', reply.data.stage));
  if (reply.data.problem) terminal.print(line('problem', reply.data.problem));
  for (const signer of reply.data.signers)
    terminal.print(line(signer.name, Number(signer.reachable) === 1 ? 'reachable' : 'does not answer'));
}

/** Health of the server and of signers, each at its own address. */
export async function status(
  terminal: Terminal,
  server: string | undefined,
  signers: readonly string[],
): Promise<void> {
  if (server !== undefined) await serverStatus(terminal, server);
  for (const origin of signers) {
    const [facts, { version }] = await Promise.all([signerFacts(origin), ask<{ version: string }>(origin, '/version')]);
    terminal.print(terminal.bold(`${facts.name} ${origin}, version ${version}`));
    for (const text of exportBanners(facts)) terminal.print(terminal.bold(text));
    for (const text of signerLines(facts)) terminal.print(text);
  }
}
