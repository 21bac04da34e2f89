import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { AuditError, createExportVerifier, type ExportFault, type ExportVerdict } from '@holdfast/audit';
import { ask } from '@holdfast/signer-ui/signer-api';
import { CliError } from './exit.ts';
import type { Terminal } from './terminal.ts';

export interface VerifyArgs {
  readonly file: string;
  /** `name+id+base64`, or files of such, a line each. */
  readonly keys: readonly string[];
  /** Files, each a checkpoint kept from earlier. */
  readonly checkpoints: readonly string[];
  /** Origins of signers, asked for the last checkpoint they cosigned. */
  readonly signers: readonly string[];
}

/** What is wrong, as the end of a sentence that begins with the entry. */
const entryFaults: Partial<Record<ExportFault, string>> = {
  badLine: 'is no entry that can be read',
  sequence: 'is missing, or stands in another place',
  hash: 'was changed: its content is not what its hash was made of',
  chain: 'was exchanged for another: the one after it was chained to something else',
  root: 'or one after it was changed: the next checkpoint was signed over other entries',
  badCheckpoint: 'is followed by a checkpoint that cannot be read or is not the log’s own',
  badSignature: 'is followed by a checkpoint with a signature that does not hold',
  unknownSigner: 'is followed by a checkpoint signed by a key the file does not name',
  misplaced: 'is followed by a checkpoint that does not belong there, or one is missing',
  unsigned: 'and all after it are signed by nobody: the end of the file is missing',
  truncated: 'is missing with all after it: a checkpoint kept from earlier covers more',
  forked: 'or one after it is not what it was when a checkpoint was kept',
};
const fileFaults: Partial<Record<ExportFault, string>> = {
  badHead: 'it does not begin as an exported log does, or names keys that signed nothing',
  badLine: 'it was cut off',
  otherKey: 'it was signed by another server than the key given with --key',
  notWitnessed: 'a key given with --key never signed it',
};

function explain({ fault, entry, line }: Extract<ExportVerdict, { ok: false }>, file: string): string {
  const place = `(${file}, line ${line})`;
  const ofFile = fileFaults[fault];
  if (entry === null || fault === 'notWitnessed') return `the log is not whole: ${ofFile ?? fault} ${place}`;
  return `the log is not whole: entry ${entry} ${entryFaults[fault] ?? ofFile ?? fault} ${place}`;
}

/** A key itself, or the keys of a file. */
function keysOf(text: string): string[] {
  if (!existsSync(text)) return [text];
  return readFileSync(text, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

async function witnessedBy(origin: string): Promise<string> {
  const { checkpoint } = await ask<{ checkpoint: string }>(origin, '/api/witnessed');
  if (checkpoint === '') throw new CliError('unsound', `the signer at ${origin} has never witnessed a log`);
  return checkpoint;
}

async function verifierOf({ keys, checkpoints, signers }: VerifyArgs) {
  const kept = [
    ...checkpoints.map((file) => readFileSync(file, 'utf8')),
    ...(await Promise.all(signers.map(witnessedBy))),
  ];
  try {
    return createExportVerifier({ keys: keys.flatMap(keysOf), checkpoints: kept });
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    throw new CliError('usage', `a key or checkpoint that was given cannot be used: ${error.message}`);
  }
}

async function verify(args: VerifyArgs): Promise<ExportVerdict> {
  const verifier = await verifierOf(args);
  // Bytes that are no text become a character no entry may have, so they are found where they stand.
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of createReadStream(args.file)) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const wrong = verifier.line(line);
      if (wrong) return wrong;
    }
  }
  rest += decoder.decode();
  if (rest === '') return verifier.end();
  return verifier.line(rest) ?? { ok: false, fault: 'badLine', line: 0, entry: null };
}

const line = (name: string, value: string): string => `  ${name.padEnd(16)}${value}`;
const count = (n: number): string => n.toLocaleString('en-US');

/** Checks an exported audit log offline, and says how far each key answers for it. */
export async function verifyLog(terminal: Terminal, args: VerifyArgs): Promise<void> {
  const verdict = await verify(args);
  if (!verdict.ok) throw new CliError('unsound', explain(verdict, args.file));
  terminal.print(terminal.bold('The log is whole.'));
  terminal.print(line('log', verdict.log));
  terminal.print(line('entries', count(verdict.size)));
  terminal.print(line('root', verdict.root));
  for (const { key, role, pinned, size, checkpoints } of verdict.signers) {
    const far = size === verdict.size ? 'all of it' : `the first ${count(size)}`;
    const known = pinned ? '' : ', by a key that only the file names';
    terminal.print(
      line(
        role === 'log' ? 'signed' : 'witnessed',
        `${far}, in ${count(checkpoints)} ${checkpoints === 1 ? 'checkpoint' : 'checkpoints'}${known}`,
      ),
    );
    terminal.print(line('', key));
  }
  if (args.keys.length === 0)
    terminal.note(
      'No --key was given: the file was held against its own keys only, which whoever made it could have made as well.',
    );
  if (verdict.signers.every(({ role }) => role === 'log'))
    terminal.note('No signer has witnessed this log: the server alone answers for it.');
}
