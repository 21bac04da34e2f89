import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Comments, imports, types' ends and blanks: nothing can be changed there. */
const isCode = (line: string): boolean => !/^\s*(\/?\*.*|\/\/.*|import\b.*|[\])}>;,]*)$/.test(line);

/** Lines of an area, drawn by the seed, each as likely as any other: `path:line-line`. */
export function drawLines(sources: readonly string[], count: number, seed: number): string[] {
  const lines = sources.flatMap((source) =>
    readFileSync(source, 'utf8')
      .split('\n')
      .flatMap((line, n) => (isCode(line) ? [`${source}:${n + 1}-${n + 1}`] : [])),
  );
  const rank = (line: string): string => createHash('sha256').update(`${seed} ${line}`).digest('hex');
  return lines
    .map((line) => ({ line, rank: rank(line) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ line }) => line)
    .sort();
}

/** What Stryker's report has of it (mutation-testing-report-schema 2). */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** Wilson's interval of a share, at 95 %, in per cent. */
export function intervalOf(noticed: number, all: number): readonly [number, number] {
  const z2 = 1.96 ** 2;
  const share = noticed / all;
  const middle = share + z2 / (2 * all);
  const half = Math.sqrt(z2 * ((share * (1 - share)) / all + z2 / (4 * all * all)));
  return [(100 * (middle - half)) / (1 + z2 / all), (100 * (middle + half)) / (1 + z2 / all)];
}

/** One line of what the drawn lines' mutants came to. */
export function summaryOf(text: string): string {
  const { files }: Report = JSON.parse(text);
  const states = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const of = (...wanted: string[]): number => states.filter((status) => wanted.includes(status)).length;
  const [noticed, survived, unreached] = [of('Killed', 'Timeout'), of('Survived'), of('NoCoverage')];
  const all = noticed + survived + unreached;
  const [low, high] = intervalOf(noticed, all);
  return `drawn: ${all} mutants in ${Object.keys(files).length} files; ${noticed} noticed (${of('Timeout')} by running out of time), ${survived} not, ${unreached} reached by no test, ${of('Ignored')} static left out; ${((100 * noticed) / all).toFixed(1)} %, 95 %: ${low.toFixed(0)} to ${high.toFixed(0)}`;
}
