import { createProgram } from './cli/program.ts';

void createProgram().parseAsync(process.argv);
