import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { ConfigError, readConfig } from '#server/ground/config/config.ts';
import { loadKeys } from '#server/ground/config/keys.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { createLog } from '#server/ground/log/log.ts';
import { withDatabase } from './command-database.ts';
import { createPhoneVault } from '#server/ground/phone/phone-vault.ts';
import { type KeyUse, type RotationReport, rotateKeys } from '#server/domains/accounts/rotate-keys.ts';

try {
  const envFile = fileURLToPath(new URL('../../../../.env', import.meta.url));
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const config = readConfig(process.env);
  const keys = await loadKeys(config);
  const known = keys.phone.map(({ id }) => id);
  const vault = createPhoneVault(keys.phone);
  const log = createLog('warn', pino.destination(2));
  report(
    await withDatabase(config, log, (database) => rotateKeys({ database, vault }, { known })),
    vault.current,
    known,
  );
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof StartError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}

function report(
  { users, secondFactors, checkingCodes, bans, doubles, stillNeeded }: RotationReport,
  current: string,
  known: string[],
) {
  console.log(
    `Under key ${current} now: ${amount(users, 'number')}, ${amount(secondFactors, 'second factor')}, ${amount(checkingCodes, 'checking code')}, ${amount(bans, 'ban')}.`,
  );
  if (doubles.length > 0)
    console.error(`Left alone, because another account has the same number: users ${doubles.join(', ')}.`);
  for (const use of stillNeeded) console.log(`Key ${use.key} is still needed by ${whoNeeds(use)}.`);
  const idle = known.filter((id) => id !== current && !stillNeeded.some(({ key }) => key === id));
  for (const id of idle) console.log(`Key ${id} is needed no more and may be taken out of PHONE_KEYS.`);
  const missing = stillNeeded.filter(({ key }) => !known.includes(key));
  for (const { key } of missing)
    console.error(`PHONE_KEYS has no key ${key}: what it sealed cannot be read.`);
  if (doubles.length > 0 || missing.length > 0) process.exitCode = 1;
}

function whoNeeds({ users, secondFactors, checkingCodes, bans }: KeyUse) {
  return [
    users > 0 && amount(users, 'number'),
    secondFactors > 0 && amount(secondFactors, 'second factor'),
    checkingCodes > 0 && amount(checkingCodes, 'checking code'),
    bans > 0 && `${amount(bans, 'ban')} whose number no account has`,
  ]
    .filter(Boolean)
    .join(', ');
}

function amount(count: number, noun: string) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
