import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Ids to run PostgreSQL under; empty when we are not root and simply run as ourselves. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses uid 0, and initdb wants an account that exists in /etc/passwd. */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody');
  if (!row?.[2] || !row[3])
    throw new Error('Running as root, and there is no postgres or nobody account to run PostgreSQL under.');
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

/** Can this account enter the folder? Root's home, for one, is closed to others. */
export function canEnter(dir: string, account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...account, cwd: '/' }).status === 0;
}
