import { type KeyUse, type RotationReport, rotateKeys } from '#server/domains/accounts/rotate-keys.ts';
import { loadKeys } from '#server/ground/config/keys.ts';
import { createPhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { runCommand, withDatabase } from './command.ts';

await runCommand(async (config, log) => {
  const keys = await loadKeys(config);
  const known = keys.phone.map(({ id }) => id);
  const vault = createPhoneEncryption(keys.phone);
  report(
    await withDatabase(config, log, (database) => rotateKeys({ database, vault }, { known })),
    vault.current,
    known,
  );
});

function report(
  { users, emails, secondFactors, checkingCodes, fpsIds, bans, doubles, stillNeeded }: RotationReport,
  current: string,
  known: string[],
) {
  console.log(
    `Under key ${current} now: ${amount(users, 'number')}, ${amount(emails, 'e-mail address', 'es')}, ${amount(secondFactors, 'second factor')}, ${amount(checkingCodes, 'checking code')}, ${amount(fpsIds, 'FPS identifier')}, ${amount(bans, 'ban')}.`,
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

function whoNeeds({ users, emails, secondFactors, checkingCodes, fpsIds, bans }: KeyUse) {
  return [
    users > 0 && amount(users, 'number'),
    emails > 0 && amount(emails, 'e-mail address', 'es'),
    secondFactors > 0 && amount(secondFactors, 'second factor'),
    checkingCodes > 0 && amount(checkingCodes, 'checking code'),
    fpsIds > 0 && amount(fpsIds, 'FPS identifier'),
    bans > 0 && `${amount(bans, 'ban')} whose number no account has`,
  ]
    .filter(Boolean)
    .join(', ');
}

function amount(count: number, noun: string, plural = 's') {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : plural}`;
}
