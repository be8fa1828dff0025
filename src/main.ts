import { createProgram, withDefaultCommand } from './cli/program.ts';

void createProgram().parseAsync(withDefaultCommand(process.argv.slice(2)), { from: 'user' });
