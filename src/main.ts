import { watchOutput } from './cli/closed-output.ts';
import { runProgram } from './cli/program.ts';

watchOutput();
void runProgram(process.argv.slice(2));
