import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { summaryLine } from '#server/ground/backup/contents.ts';
import { type RestoreOptions, restoreBackup } from '#server/ground/backup/restore.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { runCommand } from './command.ts';

const usage =
  'Usage: npm run restore -- FILE [--into DIR]   (without --into: DATABASE_URL and FILES_URL, or DATA_DIR; all empty)';

await runCommand(async (config, log) => {
  const { positionals, values } = readArguments();
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new StartError(usage);
  const { dataDir, files } = config;
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  const inDataDir: RestoreOptions['target'] = {
    folder: dataDir,
    ...(files.kind === 's3' && { files }),
  };
  const target: RestoreOptions['target'] = values.into
    ? { folder: resolve(values.into) }
    : databaseUrl
      ? { databaseUrl, dataDir, files }
      : inDataDir;
  const summary = await restoreBackup({ from: resolve(file), key: config.backup.key, target, log });
  const where = 'folder' in target ? target.folder : 'the database of DATABASE_URL';
  console.log(`Restored into ${where}: ${summaryLine(summary)}.`);
  if (values.into) console.log(`DATA_DIR=${resolve(values.into)} npm start`);
});

function readArguments() {
  try {
    return parseArgs({ options: { into: { type: 'string' } }, allowPositionals: true });
  } catch {
    throw new StartError(usage);
  }
}
