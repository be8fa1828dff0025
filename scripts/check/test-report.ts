import { Parser } from 'htmlparser2';

/** Numbers of the tests of one file. */
export interface FileCounts {
  tests: number;
  failures: number;
  skipped: number;
}

/** Reads the counts of each test file in a JUnit report, by path; an empty map if there is no report. */
export async function readReport(path: string): Promise<Map<string, FileCounts>> {
  const files = new Map<string, FileCounts>();
  const report = Bun.file(path);
  if (!(await report.exists())) return files;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, { file = '', tests, failures, skipped }) {
        if (name !== 'testsuite') return;
        depth += 1;
        // The counts of a file's suite include those of suites inside it.
        if (depth > 1) return;
        files.set(file, { tests: Number(tests), failures: Number(failures), skipped: Number(skipped) });
      },
      onclosetag(name) {
        if (name === 'testsuite') depth -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.end(await report.text());
  return files;
}
