/** A voice process and its HTTP service, on the given database. Reports its CPU and memory on the message `usage`. */
import pino from 'pino';
import { raiseAudioPriority } from '../../src/server/domains/voice/process/sound-first.ts';
import { openDatabase } from '../../src/server/ground/db/db.ts';
import { openVoiceService } from '../../tests/voice/service.ts';
import { collectGarbage } from '../tools/collect-garbage.ts';

const [url = '', capacity = '10'] = process.argv.slice(2);
const log = pino({ level: 'error' });
const database = openDatabase(url, { log });
const environment = {
  VOICE_CAPACITY: capacity,
  QUOTA_FREE: 'assistant=100000,voice=1000000',
  QUOTA_DAILY_MAX: '',
  RATE_LIMIT_PER_MINUTE: '100000',
};
raiseAudioPriority();
const service = await openVoiceService(database, { environment, log });
await service.startProcess();
await service.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = service.app.server.address() as { port: number };

process.on('message', async (message) => {
  if (message === 'usage') {
    collectGarbage();
    process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss });
  } else {
    await service.close();
    await database.close();
    process.exit(0);
  }
});
process.send?.({ origin: `http://127.0.0.1:${port}` });
