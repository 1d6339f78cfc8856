import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, variableNames } from './config.ts';

test('without any variable the server runs in demo mode with all roles, on loopback only', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    demo: true,
    roles: ['web', 'worker', 'voice'],
  });
});

test('with DATABASE_URL the server is not in demo mode and listens on all interfaces', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://user:secret@db/mingshi' });
  expect(config).toMatchObject({ demo: false, host: '0.0.0.0' });
});

test('HOST and DEMO override their defaults', () => {
  expect(readConfig({ DEMO: '1', HOST: '0.0.0.0' })).toMatchObject({ demo: true, host: '0.0.0.0' });
  expect(readConfig({ DEMO: '0' })).toMatchObject({ demo: false, host: '0.0.0.0' });
});

test('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', ROLES: '' })).toMatchObject({
    port: 3000,
    roles: ['web', 'worker', 'voice'],
  });
});

test.each([
  ['PORT', '99999'],
  ['PORT', 'abc'],
  ['DATABASE_URL', 'mysql://db'],
  ['DEMO', 'yes'],
  ['ROLES', 'web,cook'],
  ['LOG_LEVEL', 'loud'],
  ['PUBLIC_URL', 'mingshi.example'],
  ['PUBLIC_URL', 'https://mingshi.example/app'],
  ['LOCALES', 'en'],
  ['TRUST_PROXY', 'all'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'A <a@b.example>, <c@d.example>'],
  ['ANALYTICS_CONTAINER_IDS', 'UA-1'],
])('%s=%s is refused with a one-sentence message that names the variable', (name, value) => {
  const attempt = () => readConfig({ [name]: value });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(new RegExp(`^Wrong configuration: ${name}=[^\\n]*See \\.env\\.example\\.$`));
});

test('the error message for an invalid DATABASE_URL does not contain its password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://user:secret@db' })).toThrow(/DATABASE_URL=… \(/);
  expect(() => readConfig({ DATABASE_URL: 'mysql://user:secret@db' })).not.toThrow(/secret/);
});

test('DATABASE_DIRECT_URL and DATABASE_READ_URL require DATABASE_URL, and error messages do not contain them', () => {
  const database = 'postgres://user:secret@db/mingshi';
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']) {
    expect(() => readConfig({ [name]: database })).toThrow(/^Wrong configuration: DATABASE_URL= \(is needed/);
    expect(() => readConfig({ [name]: database })).not.toThrow(/secret/);
    expect(() => readConfig({ DATABASE_URL: database, [name]: 'secret' })).toThrow(new RegExp(`${name}=… `));
  }
});

test.each([
  ['http://mail.example', 'must be smtp://'],
  ['smtp://', 'must be smtp://'],
  ['smtp://mail.example/inbox', 'must be smtp://'],
  ['smtp://somebody@mail.example', 'both user and password'],
  ['smtp://me:secret%zz@mail.example', 'written %25'],
  ['smtp://me:secret@mail.example?pool=true', 'no setting but'],
  ['smtps://me:secret@mail.example?ca=/nowhere/ca.crt', 'cannot be read'],
  [`smtps://me:secret@mail.example?ca=${import.meta.filename}`, 'no certificate'],
])('MAIL_URL=%s is refused in one sentence without the password', (MAIL_URL, reason) => {
  const attempt = () => readConfig({ MAIL_URL, MAIL_FROM: 'a@b.example' });
  expect(attempt).toThrow(new RegExp(`^Wrong configuration: MAIL_URL=… \\([^\\n]*${reason}[^\\n]*\\. See`));
  expect(attempt).not.toThrow(/secret/);
});

test('MAIL_URL and MAIL_FROM are read together, with the usual ports', () => {
  const read = (MAIL_URL: string, MAIL_FROM = 'a@b.example') => readConfig({ MAIL_URL, MAIL_FROM }).mail;
  expect(read('smtp://mail.example').server).toMatchObject({
    port: 25,
    isTls: false,
    credentials: undefined,
  });
  expect(read('smtp://me%40x:p%2F@mail.example').server).toMatchObject({
    port: 587,
    credentials: { user: 'me@x', pass: 'p/' },
  });
  expect(read('smtps://me:p@[::1]').server).toMatchObject({ host: '::1', port: 465, isTls: true });
  expect(read('smtp://mail.example', '明師 <a@b.example>').from).toEqual({
    name: '明師',
    address: 'a@b.example',
  });
  for (const alone of [{ MAIL_URL: 'smtp://mail.example' }, { MAIL_FROM: 'a@b.example' }])
    expect(() => readConfig(alone)).toThrow(/MAIL_URL and MAIL_FROM \(are given together/);
});

test('.env.example documents exactly the variables that the configuration reads', () => {
  const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
  const documented = [...example.matchAll(/^# ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(documented.sort()).toEqual(variableNames.toSorted());
});
