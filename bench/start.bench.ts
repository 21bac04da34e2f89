import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Intent, intentDigestHex, intentText } from '@holdfast/policy';
import { passphrase, type Ready, readyPair } from '@holdfast/signer/test/harness.ts';
import { decide, transfer } from '@holdfast/testkit/signer';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Entry, NewEntry } from '../apps/signer/src/state/entries.ts';
import { accountOf } from '../apps/signer/src/state/open.ts';
import { compact } from '../apps/signer/src/store/compact.ts';
import { type Journal, openJournal } from '../apps/signer/src/store/journal.ts';
import { listSnapshots } from '../apps/signer/src/store/snapshot.ts';
import { openVault } from '../apps/signer/src/store/vault.ts';
import type { Figure } from './run.ts';

/** How many records the journal has: six a payment. */
const records = Number(process.env.HOLDFAST_BENCH_RECORDS ?? 1_000_000);
const perPayment = 6;
/** Payments are made over so long, by one sub-wallet to so many payees: what is counted of a day, and told of a payee for a month, is long too. */
const spreadMs = 60 * 86_400_000;
const payees = 500;

/** What a signer writes of one payment; each has an id, a request and a nonce of its own. */
function payment(intent: Intent, approval: ReturnType<typeof decide>, n: number): NewEntry[] {
  const own: Intent = { ...intent, id: randomUUID(), request: `r-${n}` };
  const digest = intentDigestHex(own);
  const decision = {
    id: own.id,
    digest,
    conflict: { family: 'evm', lane: `evm:31337|${own.from.toLowerCase()}|${n}` },
    workspace: own.workspace,
    wallet: own.wallet,
    asset: 'evm:31337|',
    amount: '1000000000000000',
    initiator: own.initiator,
    request: own.request,
    cents: '200',
    fee: own.maxFee,
    feeCents: '20',
    account: accountOf(own),
    pays: [{ address: `0x${String(n % payees).padStart(40, '0')}`, amount: '1000000000000000' }],
    expires: Number(own.expires),
  };
  return [
    { type: 'announced', intent: intentText(own), attachments: {}, remark: '' },
    { type: 'approval', intentId: own.id, approval: { ...approval, intent: digest } },
    { type: 'decided', decision, approvals: [{ ...approval, intent: digest }], sighashes: [digest] },
    { type: 'exposed', id: own.id },
    { type: 'signed', id: own.id, session: own.id, txid: `0x${digest}`, peers: { '2': { size: n, root: digest } } },
    { type: 'settled', ids: [own.id] },
  ];
}

async function write(journal: Journal, ready: Ready): Promise<void> {
  const intent = transfer(ready, 'evm');
  const approval = decide(intent, ready.owner, 'approve');
  const began = Date.now() - spreadMs;
  const stepMs = (spreadMs * perPayment) / records;
  for (let n = 0; journal.size < records; ) {
    const batch: Promise<void>[] = [];
    for (let i = 0; i < 200; i++, n++)
      for (const entry of payment(intent, approval, n)) {
        const stamped = { ...entry, at: Math.floor(began + n * stepMs) } as Entry;
        batch.push(journal.append(utf8ToBytes(JSON.stringify(stamped))));
      }
    await Promise.all(batch);
  }
}

interface Start {
  readonly ms: number;
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly size: number;
  /** Parsing as much JSON as the snapshot holds, some hundred kilobytes at a time, without keeping it: processor time. */
  readonly parsingMs: number;
}

/** A start in a process of its own: from the command to everything known. */
function start(dir: string, snapshotBytes: number): Start {
  const store = new URL('../apps/signer/src/store/store.ts', import.meta.url).href;
  const program = `
    const { openStore } = await import(${JSON.stringify(store)});
    const cpuMs = (since) => { const { user, system } = process.cpuUsage(since); return (user + system) / 1000; };
    const [began, before] = [performance.now(), process.cpuUsage()];
    const store = openStore({ dir: ${JSON.stringify(dir)}, passphrase: ${JSON.stringify(passphrase)}, now: Date.now });
    const figures = { ms: performance.now() - began, cpuMs: cpuMs(before), rssMb: process.resourceUsage().maxRSS / 1024, size: store.log().size };
    const text = JSON.stringify([...store.state.decided].slice(0, 1_000));
    const parsing = process.cpuUsage();
    for (let done = 0; done < ${snapshotBytes}; done += text.length) JSON.parse(text);
    console.log(JSON.stringify({ ...figures, parsingMs: cpuMs(parsing) }));
    process.exit(0);`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the start failed: ${stderr}`);
  return JSON.parse(stdout) as Start;
}

export async function run(): Promise<{ rows: Figure[] }> {
  const ready = await readyPair();
  try {
    const [place] = ready.pair.places;
    if (!place) throw new Error('no signer');
    await place.signer?.stop();
    place.signer = undefined;
    const vault = openVault(place.dir, passphrase);
    const journal = openJournal({ dir: place.dir, vault, onRecord: () => undefined });
    await write(journal, ready);
    await journal.close();
    const began = performance.now();
    compact(place.dir, vault);
    const folded = performance.now() - began;
    const [size = 0] = listSnapshots(place.dir);
    const snapshot = statSync(join(place.dir, `snapshot-${String(size).padStart(12, '0')}`)).size;
    const starts = [1, 2, 3].map(() => start(place.dir, snapshot)).sort((a, b) => a.ms - b.ms);
    const [, median] = starts;
    if (!median || median.size < records) throw new Error('not all records are known');
    const many = records.toLocaleString('en-US');
    const payments = Math.round(records / perPayment).toLocaleString('en-US');
    return {
      rows: [
        {
          name: `start of a signer with ${many} records, ${payments} payments, median of 3`,
          value: median.ms / 1_000,
          unit: 's',
          aim: '≤ 5',
          yardstick: `reading every record and writing a snapshot: ${(folded / 1_000).toFixed(1)} s`,
        },
        {
          name: 'processor time of that start',
          value: median.cpuMs / 1_000,
          unit: 's',
          yardstick: `parsing as much JSON as the snapshot holds: ${(median.parsingMs / 1_000).toFixed(1)} s`,
        },
        {
          name: 'highest memory of that start',
          value: median.rssMb,
          unit: 'MiB',
          yardstick: `the snapshot: ${(snapshot / 1_048_576).toFixed(0)} MiB`,
        },
      ],
    };
  } finally {
    await ready.pair.stop();
  }
}
