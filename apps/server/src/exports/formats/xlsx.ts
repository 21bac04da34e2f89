/** A workbook (ECMA-376, SpreadsheetML) of texts alone: amounts keep every digit, where a spreadsheet's numbers have fifteen, and nothing is ever computed. */
import type { FileFormat, FileState } from './format.ts';
import { closeEntry, emptyZip, openEntry, writeEntry, type ZipState, zipDirectory } from './zip.ts';

/** A sheet holds 1,048,576 rows, its headings one of them. */
const sheetRows = 1_000_000;
/** And stays far below the 4 GiB of its entry. */
const sheetBytes = 2 ** 31;

interface Workbook {
  readonly zip: ZipState;
  readonly sheets: number;
  readonly rows: number;
}
const workbookOf = (state: FileState): Workbook => state as unknown as Workbook;
const stateOf = (workbook: Workbook): FileState => ({ ...workbook });

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
/** What XML 1.0 has no character for. */
const unwritable = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;
/** Underscore and `x` would be read as an escape (22.9.2.19). */
const escaped = /_(?=x[0-9A-Fa-f]{4}_)/g;
/** Most characters of a cell. */
const cellMost = 32_767;

const xmlText = (text: string): string =>
  text
    .slice(0, cellMost)
    .toWellFormed()
    .replace(unwritable, '\ufffd')
    .replace(escaped, '_x005F_')
    .replace(/[&<>"\r]/g, (mark) => marks[mark] ?? mark);

const cell = (text: string, style = ''): string =>
  text === '' ? '<c/>' : `<c${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
const rowOf = (cells: readonly string[], style = ''): string =>
  `<row>${cells.map((text) => cell(text, style)).join('')}</row>`;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/** Up to the first row: its headings stay in sight, in bold. */
const sheetHead = (headings: readonly string[]): string =>
  `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${headings.length}" width="22" customWidth="1"/></cols><sheetData>${rowOf(headings, ' s="1"')}`;
const sheetTail = '</sheetData></worksheet>';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const styles = `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`;
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;

/** Everything of a workbook but its sheets, by name. */
const partsOf = (sheets: number): readonly (readonly [string, string])[] => [
  ['xl/styles.xml', styles],
  [
    'xl/workbook.xml',
    `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbers(sheets)
      .map((at) => `<sheet name="${at}" sheetId="${at}" r:id="s${at}"/>`)
      .join('')}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${xml}<Relationships xmlns="${packages}/relationships">${numbers(sheets)
      .map((at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`))
      .join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
  ],
  [
    '_rels/.rels',
    `${xml}<Relationships xmlns="${packages}/relationships">${relation('workbook', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  ],
  [
    '[Content_Types].xml',
    `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${numbers(
      sheets,
    )
      .map(
        (at) =>
          `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
      )
      .join('')}</Types>`,
  ],
];

const isFull = ({ rows, zip }: Workbook): boolean => rows >= sheetRows || (zip.open?.size ?? 0) >= sheetBytes;

/** Collects what is written, and what stands after it. */
function writerOf(start: ZipState) {
  const chunks: Buffer[] = [];
  let zip = start;
  const take = (made: { readonly bytes: Buffer; readonly zip: ZipState }): void => {
    chunks.push(made.bytes);
    zip = made.zip;
  };
  return {
    open: (name: string): void => take(openEntry(zip, name)),
    write: async (text: string): Promise<void> => take(await writeEntry(zip, text)),
    close: (): void => take(closeEntry(zip)),
    bytes: (): Buffer => Buffer.concat(chunks),
    zip: (): ZipState => zip,
  };
}

export const xlsx: FileFormat = {
  ending: 'xlsx',
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  async start(headings) {
    const file = writerOf(emptyZip);
    file.open('xl/worksheets/sheet1.xml');
    await file.write(sheetHead(headings));
    return { bytes: file.bytes(), state: stateOf({ zip: file.zip(), sheets: 1, rows: 0 }) };
  },
  async part(rows, state, headings) {
    const workbook = workbookOf(state);
    const file = writerOf(workbook.zip);
    const isNew = isFull(workbook);
    const sheets = workbook.sheets + Number(isNew);
    if (isNew) {
      await file.write(sheetTail);
      file.close();
      file.open(`xl/worksheets/sheet${sheets}.xml`);
      await file.write(sheetHead(headings));
    }
    await file.write(rows.map(({ cells }) => rowOf(cells)).join(''));
    const count = (isNew ? 0 : workbook.rows) + rows.length;
    return { bytes: file.bytes(), state: stateOf({ zip: file.zip(), sheets, rows: count }) };
  },
  async end(state) {
    const { zip, sheets } = workbookOf(state);
    const file = writerOf(zip);
    await file.write(sheetTail);
    file.close();
    for (const [name, text] of partsOf(sheets)) {
      file.open(name);
      await file.write(text);
      file.close();
    }
    return Buffer.concat([file.bytes(), zipDirectory(file.zip())]);
  },
};
