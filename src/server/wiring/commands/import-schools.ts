import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ImportSummary, importSchools } from '#server/domains/reference/import-schools.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand(async (config, log) => {
  if (!process.argv[2]) throw new StartError('Usage: npm run import:schools -- SCH_LOC_EDB.csv');
  // npm runs scripts in the project's folder, wherever the operator is.
  const path = resolve(process.env.INIT_CWD ?? '.', process.argv[2]);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new StartError(`There is no file ${path}.`);
  report(await withDatabase(config, log, (database) => importSchools(database, createReadStream(path))));
});

function report({ rows, schools, added, updated, absent, problems }: ImportSummary) {
  const of = (level: string) => figure(schools.filter((school) => school.level === level).length);
  for (const { line, message } of problems) console.error(`Line ${line}: ${message}.`);
  console.log(
    `${figure(rows)} rows are ${figure(schools.length)} schools: ` +
      `${of('secondary')} secondary, ${of('primary')} primary, ${of('kindergarten')} kindergartens.`,
  );
  console.log(
    `${figure(added)} added, ${figure(updated)} updated, ${figure(schools.length - added - updated)} unchanged.`,
  );
  if (absent > 0)
    console.log(`${figure(absent)} schools of an earlier import are not in this file; they were kept.`);
  if (problems.length > 0) console.log(`${figure(problems.length)} problems, listed above.`);
}

function figure(count: number) {
  return count.toLocaleString('en');
}
