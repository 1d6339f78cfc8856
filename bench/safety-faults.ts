/**
 * Whether what keeps people safe survives crashes: posting a case, a chunked upload, chat, erasing, a ban, a block
 * and the deletion of an account run at once while the server is killed with -9 thirty times, every third time
 * together with its database. Counts acknowledged writes that are lost, and bans, blocks and deletions that are half
 * done: what everybody sees afterwards must be all as before or all as after an undisturbed one. Exits with 1 if
 * anything is wrong, or if too few blows fell in the middle of one of the seven. Needs a build (`npm run build`).
 * `npm run bench -- safety-faults 100 7` kills it 100 times, with another seed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../tests/random.ts';
import { createDeeds, type Deed, type Trial } from './safety-faults/deeds.ts';
import { createStream, isCut, type Stream, streamNames } from './safety-faults/streams.ts';
import { inFolder, postgresPid, startServer } from './tools/server.ts';
import { atLeast, atMost, missed, printTable, type Row } from './tools/table.ts';

const kills = Number(process.argv[2] ?? 30);
const seed = Number(process.argv[3] ?? 1);
const random = createRandom(seed);
const began = performance.now();
const whole = (value: number) => value.toLocaleString('en');

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Waits until each has written something in this round; a slow machine may take its time. */
async function allHaveWritten(streams: readonly Stream[]) {
  const before = streams.map(({ acknowledged }) => acknowledged());
  const deadline = Date.now() + 10_000;
  while (streams.some(({ acknowledged }, index) => acknowledged() === before[index]) && Date.now() < deadline)
    await sleep(20);
}

/** Of thirty blows, at least four fall in the middle of each of the seven, and at least four after its end. */
const leastOfEach = Math.floor((kills * 4) / 30);

/** What became of a deed that a kill may have cut. */
type Tally = {
  /** The blow is to fall within so many milliseconds after its beginning. */
  withinMs: number;
  tried: number;
  acknowledged: number;
  done: number;
  undone: number;
  lost: number;
  half: number;
};

await inFolder(async (dataDir) => {
  const environment = {
    TRUST_PROXY: '1',
    SMS_FREE_RATE: '1000000',
    SMS_DAILY_BUDGET: '100000000',
    SMS_DIAL_CODES: '852:1000000',
    AI_BUILT_IN_WRITING_MS: '300',
    QUOTA_FREE: 'paper=100000,assistant=100000,voice=1000',
    QUOTA_DAILY_MAX: 'paper=100000,assistant=100000,voice=1000',
  };
  let server = startServer(dataDir, environment);
  const address = () => server.address;
  await address();

  const deeds = await createDeeds(address, dataDir, random);
  const streams: Stream[] = [];
  for (const name of streamNames) streams.push(await createStream(name, address, random));
  const tallies = new Map<string, Tally>();
  for (const { name, usualMs } of deeds) {
    const none = { tried: 0, acknowledged: 0, done: 0, undone: 0, lost: 0, half: 0 };
    tallies.set(name, { withinMs: 1.5 * usualMs, ...none });
  }
  const tallyOf = ({ name }: Deed) => tallies.get(name) as Tally;
  const cuts = new Map<string, number>();
  const wrong: string[] = [];
  let cutMidway = 0;

  for (let round = 0; round < kills; round++) {
    const trials: Trial[] = [];
    for (const deed of deeds) trials.push(await deed.prepare());
    const running = streams.map((stream) => stream.write());
    await allHaveWritten(streams);
    // The blow falls while the deeds of this round are under way, each as far as chance has it.
    const underWayMs = deeds.map((deed) => random.share() * tallyOf(deed).withinMs);
    const blowAt = Math.max(...underWayMs);
    const attempts = trials.map(async (trial, index) => {
      await sleep(blowAt - (underWayMs[index] as number));
      return trial.act().then(
        () => true,
        (error) => {
          if (!isCut(error)) wrong.push(`round ${round}: ${deeds[index]?.name} was refused: ${error}`);
          return false;
        },
      );
    });
    await sleep(blowAt);
    const postgres = await postgresPid(dataDir);
    for (const stream of streams) stream.stop();
    const killed = server.kill();
    if (round % 3 === 2 && postgres !== undefined) process.kill(postgres, 'SIGKILL');
    await killed;
    const acknowledged = await Promise.all(attempts);
    const cut = await Promise.all(running);
    if (cut.some(Boolean) || acknowledged.includes(false)) cutMidway += 1;
    for (const [index, { name }] of streams.entries()) if (cut[index]) count(cuts, name);
    for (const [index, deed] of deeds.entries()) {
      if (!acknowledged[index]) count(cuts, deed.name);
      // Sooner next time where it was done before the blow, later where it was not.
      tallyOf(deed).withinMs *= acknowledged[index] ? 0.8 : 1.25;
    }

    server = startServer(dataDir, environment);
    await address();
    for (const [index, trial] of trials.entries()) {
      const deed = deeds[index] as Deed;
      const tally = tallyOf(deed);
      const wasAcknowledged = acknowledged[index] === true;
      const state = await deed.judge(trial);
      tally.tried += 1;
      if (wasAcknowledged) tally.acknowledged += 1;
      if (state.is === 'done') tally.done += 1;
      if (state.is === 'undone') tally.undone += 1;
      if (wasAcknowledged && state.is === 'undone') tally.lost += 1;
      if (state.is === 'half') tally.half += 1;
      if (state.is === 'half' || (wasAcknowledged && state.is === 'undone'))
        wrong.push(`round ${round}: ${deed.name} ${state.is}: ${state.seen}`);
    }
    for (const stream of streams)
      wrong.push(...(await stream.check()).map((lost) => `round ${round}: ${lost}`));
    console.error(`${round + 1} of ${kills} kills, ${Math.round((performance.now() - began) / 1000)} s`);
  }
  for (const stream of streams) wrong.push(...(await stream.finish()));

  for (const line of wrong) console.error(line);
  const rows: Row[] = [atLeast('times the server was killed', kills, 1, whole)];
  for (const { name, acknowledged, lost } of streams) {
    rows.push(atLeast(`${name}: acknowledged`, acknowledged(), kills, whole));
    rows.push(atMost(`${name}: acknowledged and lost`, lost(), 0, whole));
  }
  for (const deed of deeds) {
    const { name, signs } = deed;
    const { tried, acknowledged, done, undone, lost, half } = tallyOf(deed);
    rows.push(atLeast(`${name}: acknowledged`, acknowledged, leastOfEach, whole));
    rows.push(atMost(`${name}: acknowledged and lost`, lost, 0, whole));
    rows.push(atMost(`${name}: half done`, half, 0, whole));
    rows.push({
      metric: `${name}: tried, done, undone`,
      value: [tried, done, undone].map(whole).join(', '),
    });
    console.error(`what is seen of a ${name}: ${signs.join(', ')}`);
  }
  for (const { name } of [...streams, ...deeds])
    rows.push(
      atLeast(`${name}: blows that fell in the middle of it`, cuts.get(name) ?? 0, leastOfEach, whole),
    );
  rows.push(atMost('faults listed above', wrong.length, 0, whole));
  rows.push(atLeast('blows that fell in the middle of something', cutMidway, Math.ceil(kills * 0.8), whole));
  rows.push({
    metric: 'seed, and all of it',
    value: `${seed}, ${Math.round((performance.now() - began) / 1000)} s`,
  });
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
});
