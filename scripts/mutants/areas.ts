/** What `npm run mutants` changes, and the tests that have to notice. Only quick ones: each mutant runs those that reach it. */
export interface Area {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

export const areas: Readonly<Record<string, Area>> = {
  mpc: {
    mutate: ['packages/mpc/src/**/*.ts'],
    tests: ['packages/mpc/test/{copies/copies,derive,dealers,field,frost,handover,keys,ot,reshare,state}.test.ts'],
  },
  policy: { mutate: ['packages/policy/src/**/*.ts'], tests: ['packages/policy/{src,test}/**/*.test.ts'] },
  admission: {
    mutate: ['apps/signer/src/admission/*.ts'],
    tests: ['apps/signer/test/{admission,rules,agreement}.test.ts'],
  },
};
