import { openStore } from '../src/store/store.ts';
import { passphrase } from './pair.ts';

/** Appends to the store of a folder without end, and says of each record that it is on disk. Files of the journal are short, so one is always put away. */
const [dir = ''] = process.argv.slice(2);
const store = openStore({ dir, passphrase, now: () => 4_102_444_800_000, segmentRecords: 12 });
for (let n = store.state.witnessed.size; ; n++) {
  await store.append({ type: 'witnessed', log: `log-${n}`, size: n, root: 'ab'.repeat(32) });
  process.stdout.write(`${n}\n`);
}
