/**
 * `npm run redteam`: attacks with the API server's own keys on two real signers (the signer program in a process with the harness, over its real HTTP and
 * channel), then on copies of the signer with one check removed, each of which must be caught. Each processor has a process that takes the next piece of that
 * (`worker.ts`, `tasks.ts`). Beside them, in processes of their own, a whole installation (`installation/main.ts`) and single parts (`parts/main.ts`).
 * Exit code 1 on anything admitted that nobody approved, refused for another reason than its own, or a copy that survives. The seed is printed;
 * `--seed N` makes the random part again.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readRedteamOptions } from './options.ts';
import { reportFamilies, reportFindings, reportMutant, survivors } from './report.ts';
import type { Finding } from './run.ts';
import { chosenAttacks, type Done, type Task, tasksOf } from './tasks.ts';

const options = readRedteamOptions(process.argv.slice(2));
const { seed, random, mutants } = options;
const began = Date.now();
const seconds = (): string => `${((Date.now() - began) / 1_000).toFixed(1)} s`;
const chosen = chosenAttacks(options);
console.log(`seed ${seed}: ${chosen.length} scripted, ${random} random`);

const program = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const args = [...process.argv.slice(2), '--seed', String(seed)];

/** Attacks in a process of its own. @returns 1 when something was found there */
async function elsewhere(file: string): Promise<number> {
  const child = spawn(process.execPath, [program(file), ...args], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code === 0 ? 0 : 1;
}

const queue = tasksOf(options);
let attacksLeft = queue.filter(({ what }) => what !== 'copy').length;
const findings: Finding[] = [];
let wrong = 0;

function reportAttacks(): void {
  reportFamilies(chosen, findings);
  console.log(`  ${random} random combinations (${seconds()})`);
  wrong += reportFindings(findings, seed);
  if (mutants) console.log('  check removed → the attack that noticed');
}

function note({ task, findings: found, copies }: Done): void {
  findings.push(...found);
  for (const copy of copies) reportMutant(copy);
  wrong += survivors(copies);
  if (task.what === 'copy') return;
  attacksLeft -= 1;
  if (attacksLeft === 0) reportAttacks();
}

/** Does one task after the other, until there are none. @returns 1 when it ended before that */
function work(): Promise<number> {
  const child = fork(program('worker.ts'), args);
  let task: Task | undefined;
  const next = (): void => {
    task = queue.shift();
    if (task) child.send(task);
    else child.disconnect();
  };
  child.on('message', (message: Done | 'ready') => {
    if (message !== 'ready') note(message);
    next();
  });
  return once(child, 'exit').then(([code]) => (code === 0 && task === undefined ? 0 : 1));
}

const workers = Math.min(availableParallelism(), queue.length);
const others = [
  elsewhere('installation/main.ts'),
  elsewhere('parts/main.ts'),
  ...Array.from({ length: workers }, work),
];
const ended = await Promise.all(others);
wrong += ended.reduce((sum, one) => sum + one, 0);
// A process that took a task with it has not told what came of it.
if (attacksLeft > 0) reportAttacks();
console.log(
  wrong === 0
    ? `0 unauthorised signatures, 0 accepted changes, 0 undetected edits (${seconds()})`
    : `${wrong} failures (seed ${seed}, ${seconds()})`,
);
process.exit(wrong === 0 ? 0 : 1);
