#!/usr/bin/env node
// Here so that npm links it: `npx holdfast` finds it without asking a registry.
import '../../../scripts/holdfast.mjs';
