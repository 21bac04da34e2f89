/**
 * Keeps one embedded PostgreSQL for a whole test run. Started detached by the first test file that needs a database; ends, and removes
 * everything, when the process that runs the tests is gone. Arguments: folder, pid of the test runner.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '../src/db/embedded/server.ts';

const [dir, runner] = process.argv.slice(2);
if (!dir || !runner) throw new Error('usage: keeper DIR PID');

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

try {
  // Tests outlive no power cut: without fsync they run several times faster.
  const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const settings = { ...fast, max_connections: 200, deadlock_timeout: '50ms' };
  const server = await startEmbedded({ dir: path.join(dir, 'data'), settings });
  writeFileSync(path.join(dir, 'ready.json'), JSON.stringify(server.connection));
  while (alive(Number(runner))) await sleep(300);
  await server.stop();
} catch (error) {
  writeFileSync(path.join(dir, 'failed.txt'), error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  if (!alive(Number(runner))) rmSync(dir, { recursive: true, force: true });
}
