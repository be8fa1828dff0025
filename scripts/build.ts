import { compile } from './compile.ts';

const outfile = process.platform === 'win32' ? 'dist/galley.exe' : 'dist/galley';
await compile(outfile);
process.stdout.write(`built ${outfile}\n`);
