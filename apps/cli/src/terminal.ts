import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CliError } from './exit.ts';

/** What the commands see of the world; tests give their own. */
export interface Terminal {
  print(line: string): void;
  /** For what is not the answer: warnings, progress. */
  note(line: string): void;
  /** A line typed by the person, or undefined when nobody is there. */
  ask(question: string, hidden?: boolean): Promise<string | undefined>;
  readonly bold: (text: string) => string;
}

export function realTerminal(): Terminal {
  const coloured = process.stdout.isTTY && !process.env.NO_COLOR;
  return {
    print: (line) => process.stdout.write(`${line}\n`),
    note: (line) => process.stderr.write(`${line}\n`),
    bold: (text) => (coloured ? `\u001b[1m${text}\u001b[0m` : text),
    ask: async (question, hidden = false) => {
      if (!process.stdin.isTTY) return undefined;
      process.stderr.write(question);
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      const lines = createInterface({
        input: process.stdin,
        output: hidden ? nowhere : process.stderr,
        terminal: true,
      });
      try {
        return await lines.question('');
      } finally {
        lines.close();
        if (hidden) process.stderr.write('\n');
      }
    },
  };
}

/** A passphrase from a file's first line, or typed. */
export async function passphraseFrom(terminal: Terminal, file: string | undefined, question: string): Promise<string> {
  if (file !== undefined) return readFileSync(file, 'utf8').split(/\r?\n/)[0] ?? '';
  const typed = await terminal.ask(question, true);
  if (typed === undefined) throw new CliError('usage', 'a passphrase is needed: give --passphrase-file');
  return typed;
}
