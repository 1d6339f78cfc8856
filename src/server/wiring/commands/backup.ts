import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { amountOf, keysFileOf, summaryLine } from '#server/ground/backup/contents.ts';
import { writeBackup } from '#server/ground/backup/write-backup.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { openFiles } from '#server/ground/files/open.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand(async (config, log) => {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0)
    throw new StartError('Usage: npm run backup -- FILE   (encrypted where BACKUP_KEY is set)');
  const to = resolve(file);
  const { key } = config.backup;
  const summary = await withDatabase(
    config,
    log,
    async (database) => {
      const files = await openFiles(config.files, log);
      try {
        const keys = await keysFileOf(config);
        return { ...(await writeBackup({ databaseUrl: database.directUrl, files, keys, to, key })), keys };
      } finally {
        files.close();
      }
    },
    { asItIs: true },
  );
  console.log(
    `${to}: ${summaryLine(summary)}, ${amountOf((await stat(to)).size)} on disk, read back and right.`,
  );
  if (!key) console.log('It is not encrypted (no BACKUP_KEY): whoever has it has everything.');
  console.log(
    summary.keys
      ? 'The keys of DATA_DIR/keys.json are in it.'
      : 'PHONE_KEYS and SECRET_KEY are not in it: keep them too, or nobody can log in after a restore.',
  );
});
