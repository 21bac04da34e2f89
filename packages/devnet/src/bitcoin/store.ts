import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** What happened, in order; replaying it gives the node's state. Transactions are hex. */
export type LogRecord =
  | { readonly block: { readonly header: string; readonly txs: readonly string[] } }
  | { readonly disconnect: string }
  | { readonly accepted: string };

export interface Store {
  readonly records: readonly LogRecord[];
  /** Returns when the records are on the disk. */
  append(records: readonly LogRecord[]): void;
  close(): void;
}

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The records of a log, and how many bytes of it are whole: a kill in the middle of a write leaves a torn last line. */
function readLog(file: string): { records: LogRecord[]; goodBytes: number } {
  const records: LogRecord[] = [];
  let goodBytes = 0;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const text = line.slice(17);
    if (text === '' || line.slice(0, 16) !== checksum(text)) break;
    records.push(JSON.parse(text) as LogRecord);
    goodBytes += line.length + 1; // ASCII only
  }
  return { records, goodBytes };
}

/** Opens or makes the log, one record a line: checksum, space, JSON. */
export function openStore(file: string): Store {
  closeSync(openSync(file, 'a', 0o600));
  const { records, goodBytes } = readLog(file);
  const fd = openSync(file, 'r+');
  ftruncateSync(fd, goodBytes);
  let end = goodBytes;
  return {
    records,
    append(added) {
      const lines = added.map((record) => {
        const text = JSON.stringify(record);
        return `${checksum(text)} ${text}\n`;
      });
      const bytes = Buffer.from(lines.join(''));
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, end + done);
      fsyncSync(fd);
      end += bytes.length;
    },
    close: () => closeSync(fd),
  };
}
