#!/usr/bin/env node
/** The compiler in the tree as tools start one: `--version`, and a compilation that is read and answered as JSON. */
import { readFileSync } from 'node:fs';
import solc from 'solc';

if (process.argv.includes('--version')) console.log(`solc, the solidity compiler\nVersion: ${solc.version()}`);
else process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
