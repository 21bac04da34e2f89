import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lockName, StartError } from './options.ts';

/** Is this process there, and is it one of ours? A process id may since belong to somebody else. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const command = `/proc/${pid}/cmdline`;
  return !existsSync(command) || readFileSync(command, 'utf8').includes('sandbox');
}

/**
 * One launcher for a data folder. The lock is a file with the holder's process id, made by `link` so that of two starts
 * exactly one wins; a lock whose holder is gone (kill -9, power loss) is taken over.
 */
export function takeLock(dir: string): () => void {
  const file = path.join(dir, lockName);
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        linkSync(mine, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        const holder = Number(readFileSync(file, 'utf8'));
        if (holder > 0 && isRunning(holder))
          throw new StartError(
            `${dir} is in use by process ${holder}: stop it, or choose another folder with --data DIR`,
          );
        rmSync(file, { force: true });
      }
    }
    throw new StartError(`${dir} is being started by somebody else`);
  } finally {
    rmSync(mine, { force: true });
  }
}
