import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ImportSummary, importSchools } from '#server/domains/reference/import-schools.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand(async (config, log) => {
  if (!process.argv[2]) throw new StartError('Usage: npm run import:schools -- SCH_LOC_EDB.csv');
  // npm runs scripts in the project's folder; INIT_CWD is the operator's.
  const path = resolve(process.env.INIT_CWD ?? '.', process.argv[2]);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new StartError(`There is no file ${path}.`);
  report(await withDatabase(config, log, (database) => importSchools(database, createReadStream(path))));
});

function report({ rows, schools, added, updated, absent, problems }: ImportSummary) {
  const countOf = (level: string) => formatNumber(schools.filter((school) => school.level === level).length);
  for (const { line, message } of problems) console.error(`Line ${line}: ${message}.`);
  console.log(
    `${formatNumber(rows)} rows are ${formatNumber(schools.length)} schools: ` +
      `${countOf('secondary')} secondary, ${countOf('primary')} primary, ${countOf('kindergarten')} kindergartens.`,
  );
  console.log(
    `${formatNumber(added)} added, ${formatNumber(updated)} updated, ${formatNumber(schools.length - added - updated)} unchanged.`,
  );
  if (absent > 0)
    console.log(`${formatNumber(absent)} schools of an earlier import are not in this file; they were kept.`);
  if (problems.length > 0) console.log(`${formatNumber(problems.length)} problems, listed above.`);
}

function formatNumber(count: number) {
  return count.toLocaleString('en');
}
