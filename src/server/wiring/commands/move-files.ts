import { parseArgs } from 'node:util';
import type { Config } from '#server/ground/config/config.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { type Moved, moveFiles } from '#server/ground/files/move.ts';
import { openFiles } from '#server/ground/files/open.ts';
import { describePlace, filesAddress, filesPlace } from '#server/ground/files/place.ts';
import { runCommand } from './command.ts';

const usage =
  'Usage: npm run files:move -- --to s3://BUCKET/PREFIX [--from file:///FOLDER]   (default: from DATA_DIR/files; S3_* as for the server)';
const progressEveryMs = 1_000;

await runCommand(async (config, log) => {
  const { to, from } = readArguments();
  const [source, target] = [placeOf(config, from), placeOf(config, to)];
  if (describePlace(source) === describePlace(target)) throw new StartError('Both places are the same.');
  const [here, there] = [await openFiles(source, log), await openFiles(target, log)];
  let shownAt = Date.now();
  const moved = await moveFiles(here, there, (soFar) => {
    if (Date.now() - shownAt < progressEveryMs) return;
    shownAt = Date.now();
    console.log(line(soFar));
  });
  here.close();
  there.close();
  console.log(
    `${describePlace(source)} → ${describePlace(target)}: ${line(moved)}. All of them have the same hash there.`,
  );
});

function readArguments() {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, from: { type: 'string' } } });
    if (values.to !== undefined) return { to: values.to, from: values.from };
  } catch {
    // The usage is thrown below.
  }
  throw new StartError(usage);
}

function placeOf(config: Config, address: string | undefined) {
  if (address !== undefined && !filesAddress.safeParse(address).success) throw new StartError(usage);
  return filesPlace(address, config.dataDir, config.s3);
}

function line({ copied, found, mended, gone, bytes }: Moved) {
  return `${copied} copied (${(bytes / 1_000_000).toFixed(1)} MB), ${found} there already, ${mended} mended, ${gone} gone meanwhile`;
}
