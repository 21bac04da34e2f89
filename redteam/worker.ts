/** A process that attacks two signers: it does the tasks that `main.ts` sends it, one after the other, and ends with `main.ts`. */
import { build } from './build.ts';
import { readRedteamOptions } from './options.ts';
import { doTask, type Task } from './tasks.ts';

const options = readRedteamOptions(process.argv.slice(2));
const base = await build();
process.on('disconnect', () => process.exit());
process.on('message', (task: Task) => {
  doTask(base, task, options).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      console.error(task, error);
      process.exit(1);
    },
  );
});
process.send?.('ready');
