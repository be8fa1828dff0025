import { compile } from './compile.ts';

const outfile = process.platform === 'win32' ? 'dist/galley.exe' : 'dist/galley';
process.stdout.write(`Building ${outfile} …\n`);
await compile(outfile);
process.stdout.write(`Built ${outfile}\n`);
