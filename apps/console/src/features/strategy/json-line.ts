/** Where a text stops being JSON. */
class Stop extends Error {
  readonly at: number;
  constructor(at: number) {
    super(`no JSON from ${at} on`);
    this.at = at;
  }
}

interface Reader {
  readonly text: string;
  at: number;
  /** Called with the path of every field and item, and where it begins. */
  readonly found: (path: string, at: number) => void;
}

const space = /[\t\n\r ]*/y;
/** RFC 8259 §7: anything but a quote, a backslash and U+0000 to U+001F stands for itself. */
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const plain = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
/** Nothing that anybody means nests deeper. */
const deepest = 64;

function take(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found === undefined || (found === '' && pattern !== space)) throw new Stop(reader.at);
  reader.at += found.length;
  return found;
}

/** The next sign that says something. */
function peek(reader: Reader): string {
  take(reader, space);
  return reader.text.charAt(reader.at);
}
function step(reader: Reader, sign: string): void {
  if (peek(reader) !== sign) throw new Stop(reader.at);
  reader.at += 1;
}

/** The signs around items and between them; `item` reads one. */
function readItems(reader: Reader, end: string, item: (index: number) => void): void {
  reader.at += 1;
  if (peek(reader) !== end)
    for (let index = 0; ; index += 1) {
      item(index);
      if (peek(reader) !== ',') break;
      reader.at += 1;
    }
  step(reader, end);
}

function readValue(reader: Reader, path: string, depth: number): void {
  const next = peek(reader);
  if (depth === 0) throw new Stop(reader.at);
  const inner = (key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
  if (next === '{')
    readItems(reader, '}', () => {
      peek(reader);
      const { at } = reader;
      const key = String(JSON.parse(take(reader, string))).slice(0, 64);
      reader.found(inner(key), at);
      step(reader, ':');
      readValue(reader, inner(key), depth - 1);
    });
  else if (next === '[')
    readItems(reader, ']', (index) => {
      peek(reader);
      reader.found(inner(index), reader.at);
      readValue(reader, inner(index), depth - 1);
    });
  else take(reader, next === '"' ? string : plain);
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/**
 * The line, from 1, of what a path such as `cases.0.payment.amount` names in a JSON text; of what would hold it, where it is missing. For a text that
 * is no JSON, the line where it stops being so.
 */
export function lineInJson(text: string, path: string): number {
  let best = { path: '', at: 0 };
  const found = (one: string, at: number): void => {
    const fits = path === one || path.startsWith(`${one}.`);
    if (fits && one.length >= best.path.length) best = { path: one, at };
  };
  const reader: Reader = { text, at: 0, found };
  try {
    readValue(reader, '', deepest);
    if (peek(reader) !== '') throw new Stop(reader.at);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return lineAt(text, error.at);
  }
  return lineAt(text, best.at);
}
