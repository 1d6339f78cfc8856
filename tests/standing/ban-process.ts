import { openDatabase } from '#server/ground/db/db.ts';
import { standingDesk } from '#server/wiring/standing.ts';
import { silentLog } from '#tests/database.ts';
import { testPhoneEncryption } from '#tests/people.ts';

// Bans a user in a process of its own, which a test kills in the middle.
const [url = '', userId = '', operatorId = ''] = process.argv.slice(2);
const database = openDatabase(url, { log: silentLog, poolSize: 1 });
await database.transaction((tx) =>
  standingDesk.ban(tx, testPhoneEncryption, {
    whom: { userId: Number(userId) },
    cause: 'child_safety',
    reason: '調查中',
    operatorId: Number(operatorId),
  }),
);
await database.close();
