/** A source whose promises a few quick tests hold by themselves, so that its mutants need no others. */
export interface Held {
  readonly source: string;
  readonly tests: readonly string[];
  /** Per cent of its mutants that they have to notice: a little less than they do (docs/mutation.md). */
  readonly least: number;
}

/** What `npm run mutants` changes, and the tests that have to notice. Only quick ones: each mutant runs those that reach it. */
export interface Area {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** What samples are taken from. */
  readonly held: readonly Held[];
}

const mpc = (source: string, least: number): Held => ({
  source: `packages/mpc/src/${source}.ts`,
  tests: [`packages/mpc/test/${source.split('/').at(-1)}.test.ts`],
  least,
});
const policy = (source: string, least: number): Held => ({
  source: `packages/policy/src/${source}.ts`,
  tests: [`packages/policy/test/${source.split('/').at(-1)}.test.ts`],
  least,
});
const admission = (name: string, least: number): Held => ({
  source: `apps/signer/src/admission/${name}.ts`,
  tests: [`apps/signer/test/${name}.test.ts`],
  least,
});

export const areas: Readonly<Record<string, Area>> = {
  mpc: {
    mutate: ['packages/mpc/src/**/*.ts'],
    tests: [
      'packages/mpc/test/{copies/copies,derive,dealers,field,frost,handover,keys,ot,parties,polynomial,reshare,state,transcript,wire}.test.ts',
    ],
    held: [
      mpc('derive', 88),
      mpc('dkls/field', 85),
      mpc('parties', 90),
      mpc('polynomial', 90),
      mpc('state', 95),
      mpc('transcript', 90),
      mpc('wire', 90),
    ],
  },
  policy: {
    mutate: ['packages/policy/src/**/*.ts'],
    tests: ['packages/policy/{src,test}/**/*.test.ts'],
    held: [
      policy('conditions/amount', 90),
      policy('freeze', 95),
      policy('grace-rules', 93),
      policy('look-alikes', 95),
      policy('selector', 90),
      policy('spelling', 50),
      policy('versions', 75),
    ],
  },
  admission: {
    mutate: ['apps/signer/src/admission/*.ts'],
    tests: ['apps/signer/test/{admission,agreement,conflict,earlier,rules}.test.ts'],
    held: [admission('agreement', 90)],
  },
};
