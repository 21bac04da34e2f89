import { openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ReadStream } from 'node:tty';
import { CliError } from './exit.ts';

/** What the commands see of the world; tests give their own. */
export interface Terminal {
  print(line: string): void;
  /** For what is not the answer: warnings, progress. */
  note(line: string): void;
  /** A line typed by the person, or undefined when nobody is there. */
  ask(question: string, hidden?: boolean): Promise<string | undefined>;
  /** What is piped in, or undefined when standard input is a terminal. */
  piped(): Promise<string | undefined>;
  readonly bold: (text: string) => string;
}

/** The person's own terminal when standard input is taken by a pipe, as ssh and gpg ask for passphrases. */
function controllingTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return undefined;
  }
}

export function realTerminal(): Terminal {
  const coloured = process.stdout.isTTY && !process.env.NO_COLOR;
  return {
    print: (line) => process.stdout.write(`${line}\n`),
    note: (line) => process.stderr.write(`${line}\n`),
    bold: (text) => (coloured ? `\u001b[1m${text}\u001b[0m` : text),
    piped: async () => (process.stdin.isTTY ? undefined : text(process.stdin)),
    ask: async (question, hidden = false) => {
      const input = process.stdin.isTTY ? process.stdin : hidden ? controllingTerminal() : undefined;
      if (!input) return undefined;
      process.stderr.write(question);
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      const lines = createInterface({
        input,
        output: hidden ? nowhere : process.stderr,
        terminal: true,
      });
      try {
        return await lines.question('');
      } finally {
        lines.close();
        if (input !== process.stdin) input.destroy();
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

const shortest = 12;

/** A passphrase to seal something with: from a file's first line, or typed twice. @throws CliError */
export async function newPassphrase(terminal: Terminal, file: string | undefined): Promise<string> {
  const passphrase = await passphraseFrom(terminal, file, 'Passphrase: ');
  if ([...passphrase].length < shortest)
    throw new CliError('usage', `a passphrase has at least ${shortest} characters`);
  if (file === undefined && (await terminal.ask('Passphrase again: ', true)) !== passphrase)
    throw new CliError('usage', 'the two passphrases differ');
  return passphrase;
}
