import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

export type ProcessState = 'gone' | 'zombie' | 'ours' | 'other';

/** The postmaster named in the data folder, 0 when none is. */
export function postmasterPid(dir: string): number {
  try {
    return Number(readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]) || 0;
  } catch {
    return 0;
  }
}

function stateOnLinux(pid: number, dir: string): ProcessState {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (stat.charAt(stat.lastIndexOf(')') + 2) === 'Z') return 'zombie';
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return command[0]?.endsWith('postgres') && command.includes(dir) ? 'ours' : 'other';
  } catch {
    return 'gone';
  }
}

/** Whose process `pid` is: the postmaster of `dir`, somebody else's (the number was reused), dead but unreaped, or nobody's. */
export function processState(pid: number, dir: string): ProcessState {
  if (process.platform === 'linux') return stateOnLinux(pid, dir);
  const found = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  if (found === '') return 'gone';
  if (found.startsWith('Z')) return 'zombie';
  return found.includes('postgres') && found.includes(dir) ? 'ours' : 'other';
}

/**
 * Backends outlive a killed postmaster for a moment and work inside the data folder. While one is left, never start another server and never
 * remove postmaster.pid: it carries the shared-memory key by which PostgreSQL itself would notice them.
 */
export function processesInside(dir: string): string[] {
  if (process.platform !== 'linux') return [];
  const isInside = (pid: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === dir;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isInside(name));
}
