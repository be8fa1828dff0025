import { runProgram } from './cli/program.ts';

void runProgram(process.argv.slice(2));
