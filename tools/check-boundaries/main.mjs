import { fileURLToPath } from 'node:url';
import { findViolations } from './find-violations.mjs';
import { rules } from './rules.mjs';

const { violations, files, imports } = findViolations(fileURLToPath(new URL('../..', import.meta.url)), rules);
for (const { file, line, rule, message } of violations) console.log(`${file}:${line}  [${rule}] ${message}`);
console.log(`${violations.length} violations in ${files} files with ${imports} imports.`);
process.exitCode = violations.length === 0 ? 0 : 1;
