import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openSmtpPeer } from '#tests/smtp-peer.ts';
import { type Mail, MailRefused, smtpSender } from './sender.ts';

const from = { name: '明師 Mingshi', address: 'notices@mingshi.example' };
const mail: Mail = {
  to: 'parent@example.com',
  id: '',
  subject: 's',
  text: 't',
  html: 'h',
  language: 'en-HK',
};
const server = (port: number) => ({
  host: '127.0.0.1',
  port,
  isTls: false,
  credentials: undefined,
  ca: undefined,
});

test('a server that trickles its answers for ever holds nobody longer than the whole timeout', async () => {
  const sockets = new Set<Socket>();
  const trickler = createServer((socket) => {
    sockets.add(socket);
    const timer = setInterval(() => socket.write('220-still here\r\n'), 50);
    socket
      .on('error', () => {})
      .on('close', () => {
        clearInterval(timer);
        sockets.delete(socket);
      });
  });
  await new Promise<void>((resolve) => trickler.listen(0, '127.0.0.1', resolve));
  const sender = smtpSender(server((trickler.address() as AddressInfo).port), from, {
    connectMs: 60_000,
    silenceMs: 60_000,
    wholeMs: 1_000,
  });
  onTestFinished(() => {
    sender.close();
    trickler.close();
  });
  await expect(sender.send(mail)).rejects.toThrow('did not answer in time');
  // The connection is given back.
  await expect.poll(() => sockets.size).toBe(0);
});

test('300 mails through a server that refuses, drops and defers: none is lost, and what was taken twice has one id', async () => {
  const peer = await openSmtpPeer();
  const sender = smtpSender(server(peer.port), from);
  onTestFinished(async () => {
    sender.close();
    await peer.close();
  });
  for (let at = 0; at < 60; at++)
    peer.answer(
      { at: 'RCPT TO', code: 450 },
      { at: 'DATA', code: 451, text: '4.3.0 later' },
      { drop: 'DATA' },
      { drop: 'RCPT TO' },
    );
  const send = async (id: string) => {
    for (let attempt = 0; attempt < 300; attempt++)
      try {
        return await sender.send({ ...mail, id, html: 'x'.repeat(20_000) });
      } catch (error) {
        if (error instanceof MailRefused) throw error;
      }
    throw new Error('given up');
  };
  const ids = Array.from({ length: 300 }, (_, at) => `mail-${at}`);
  await Promise.all(ids.map(send));
  const taken = peer.taken.map(({ raw }) => /^Message-ID: <(.+)@mingshi\.example>/m.exec(raw)?.[1]);
  expect(new Set(taken)).toEqual(new Set(ids));
});
