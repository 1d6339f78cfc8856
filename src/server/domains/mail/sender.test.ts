import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/ground/config/config.ts';
import { openSmtpPeer, peerAuthority } from '#tests/smtp-peer.ts';
import { createMailSender, type Mail, MailRefused, smtpSender } from './sender.ts';

const mail: Mail = {
  to: 'parent@example.com',
  id: 'one',
  subject: '有導師應徵',
  text: 'text',
  html: '<p>html</p>',
  language: 'zh-Hant-HK',
  unsubscribeUrl: 'https://mingshi.example/api/email/unsubscribe?token=t',
};

type Options = Parameters<typeof openSmtpPeer>[0] & { url?: (port: number) => string; silenceMs?: number };

async function open({
  url = (port) => `smtp://127.0.0.1:${port}`,
  silenceMs = 20_000,
  ...options
}: Options = {}) {
  const peer = await openSmtpPeer(options);
  const { mail: config } = readConfig({
    MAIL_URL: url(peer.port),
    MAIL_FROM: '明師 Mingshi <notices@mingshi.example>',
  });
  if (!config.server) throw new Error('no server');
  const sender = smtpSender(config.server, config.from, { connectMs: 20_000, silenceMs, wholeMs: 60_000 });
  onTestFinished(async () => {
    sender.close();
    await peer.close();
  });
  const failure = (one = mail) =>
    sender.send(one).then(
      () => undefined,
      (error: Error) => error,
    );
  return { peer, sender, failure };
}

test('a mail arrives with the headers that programs and unsubscribing need, in text and HTML', async () => {
  const { peer, sender } = await open();
  await sender.send(mail);
  const read = await peer.read();
  const header = (name: string) => read.headers.find(({ key }) => key === name)?.value;
  expect(read).toMatchObject({
    subject: '有導師應徵',
    from: { name: '明師 Mingshi', address: 'notices@mingshi.example' },
    to: [{ address: 'parent@example.com' }],
    messageId: '<one@mingshi.example>',
    text: expect.stringContaining('text'),
    html: expect.stringContaining('<p>html</p>'),
    attachments: [],
  });
  expect(header('auto-submitted')).toBe('auto-generated');
  expect(header('list-unsubscribe')).toBe(`<${mail.unsubscribeUrl}>`);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(header('content-language')).toBe('zh-Hant-HK');
  expect(read.headers.filter(({ key }) => key === 'content-type')[0]?.value).toMatch(
    /^multipart\/alternative/,
  );
});

test('line breaks, quotes and emoji in a subject begin no header and no receiver', async () => {
  const { peer, sender } = await open();
  const subject = '"陳\r\nBcc: victim@example.com\r\n\r\n<b>" 👩‍🏫\u2028X-Evil: 1\tend';
  await sender.send({ ...mail, subject });
  const read = await peer.read();
  expect(read.subject).toBe('"陳 Bcc: victim@example.com <b>" 👩‍🏫 X-Evil: 1 end');
  expect(read.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(read.headers.map(({ key }) => key)).not.toContain('x-evil');
  expect(peer.taken[0]?.to).toEqual(['parent@example.com']);
});

test('one connection serves several mails', async () => {
  const { peer, sender } = await open();
  for (const id of ['one', 'two', 'three']) await sender.send({ ...mail, id });
  expect(peer.taken).toHaveLength(3);
  expect(peer.connections()).toBe(1);
});

test('with credentials the connection is encrypted, by a certificate of the named authority', async () => {
  const { peer, sender } = await open({
    user: 'me',
    pass: 'p@ss',
    url: (port) => `smtp://me:p%40ss@localhost:${port}?ca=${peerAuthority}`,
  });
  await sender.send(mail);
  expect(peer.taken).toMatchObject([{ isEncrypted: true, user: 'me' }]);
});

test('credentials are not sent where the certificate is unknown, nor where there is no STARTTLS', async () => {
  const stranger = await open({ user: 'me', pass: 'p', url: (port) => `smtp://me:p@localhost:${port}` });
  expect(await stranger.failure()).toMatchObject({ name: 'MailNotSent' });
  const plain = await open({
    user: 'me',
    pass: 'p',
    withoutTls: true,
    url: (port) => `smtp://me:p@localhost:${port}?ca=${peerAuthority}`,
  });
  expect(await plain.failure()).toMatchObject({ name: 'MailNotSent' });
  expect([...stranger.peer.taken, ...plain.peer.taken]).toEqual([]);
});

test('4xx may succeed later, 5xx for the receiver or the message is final, and neither names the address', async () => {
  const { peer, failure } = await open();
  const gone = 'no parent@example.com here';
  peer.answer(
    { at: 'RCPT TO', code: 450, text: '4.2.1 parent@example.com is busy' },
    { at: 'DATA', code: 451 },
    { at: 'DATA', code: 554, text: '5.7.1 spam' },
    { at: 'RCPT TO', code: 550, text: `5.1.1 ${gone}` },
    { at: 'RCPT TO', code: 550, text: `5.7.1 ${gone}` },
  );
  const failures = [];
  for (let at = 0; at < 5; at++) failures.push(await failure());
  expect(failures.map((error) => [error?.name, error?.message])).toEqual([
    ['MailNotSent', 'the mail server answered 450 4.2.1 to RCPT TO'],
    ['MailNotSent', 'the mail server answered 451 to DATA'],
    ['MailRefused', 'the mail server answered 554 5.7.1 to DATA'],
    ['MailRefused', 'the mail server answered 550 5.1.1 to RCPT TO'],
    ['MailRefused', 'the mail server answered 550 5.7.1 to RCPT TO'],
  ]);
  expect(failures.map((error) => error instanceof MailRefused && error.isMailboxGone)).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
  expect(await failure()).toBeUndefined();
  expect(peer.taken).toHaveLength(1);
});

test('a refused log-in is about our settings, and is tried again', async () => {
  const { failure } = await open({
    user: 'me',
    pass: 'right',
    url: (port) => `smtp://me:wrong@localhost:${port}?ca=${peerAuthority}`,
  });
  expect(await failure()).toMatchObject({
    name: 'MailNotSent',
    message: expect.stringContaining('answered 535'),
  });
});

test('a connection that is cut in mid-message fails once, is not repeated here, and the next mail goes', async () => {
  const { peer, failure } = await open();
  peer.answer({ drop: 'DATA' });
  expect(await failure({ ...mail, html: 'x'.repeat(300_000) })).toMatchObject({ name: 'MailNotSent' });
  expect(peer.taken).toEqual([]);
  expect(await failure()).toBeUndefined();
  expect(peer.taken).toHaveLength(1);
});

test('a server that falls silent delays nobody longer than the timeout', async () => {
  const { peer, failure } = await open({ silenceMs: 250 });
  peer.answer({ hold: 'DATA' });
  expect(await failure()).toMatchObject({ name: 'MailNotSent', message: 'the mail server: ETIMEDOUT' });
  expect(peer.isHolding()).toBe(true);
});

test('nobody listens: it fails at once, and may succeed later', async () => {
  const { peer, failure } = await open();
  await peer.close();
  expect(await failure()).toMatchObject({
    name: 'MailNotSent',
    message: expect.stringMatching(/ESOCKET|ECONN/),
  });
});

test('demo mode without a server logs the text without the address; elsewhere there is no sender', async () => {
  const logged: object[] = [];
  const log = { info: (details: object) => void logged.push(details) };
  await createMailSender(readConfig({}), log)?.send(mail);
  expect(logged).toEqual([{ subject: '有導師應徵', text: 'text' }]);
  expect(createMailSender(readConfig({ DEMO: '0' }), log)).toBeUndefined();
});
