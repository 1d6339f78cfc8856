import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const file = (name: string) => new URL(`./fixtures/smtp/${name}`, import.meta.url);
/** The certificate of the authority that vouches for the peer, as MAIL_URL names it. */
export const peerAuthority = file('ca.pem').pathname;

type Step = 'RCPT TO' | 'DATA' | 'AUTH';
/** How the peer answers: `code` refuses, `drop` cuts the connection, `hold` never answers. */
export type Mood = { at: Step; code: number; text?: string } | { drop: Step } | { hold: Step };

type Taken = {
  from: string;
  to: string[];
  isEncrypted: boolean;
  user: string | undefined;
  raw: string;
};

type PeerOptions = { user?: string; pass?: string; withoutTls?: boolean };

/** A mail server on this machine that takes every mail, unless it is told another mood. */
export async function openSmtpPeer({ user, pass, withoutTls = false }: PeerOptions = {}) {
  const taken: Taken[] = [];
  const moods: Mood[] = [];
  let isHolding = false;
  let connections = 0;

  const refusal = (code: number, text = 'no') => Object.assign(new Error(text), { responseCode: code });
  /** The mood of this step, used up by it. */
  const moodAt = (step: Step) => {
    const [mood] = moods;
    if (
      !mood ||
      !('at' in mood ? mood.at === step : 'drop' in mood ? mood.drop === step : mood.hold === step)
    )
      return undefined;
    return moods.shift();
  };
  const act = (step: Step, session: { id: string }, done: (error?: Error | null) => void) => {
    const mood = moodAt(step);
    if (!mood) return done();
    if ('at' in mood) return done(refusal(mood.code, mood.text));
    if ('hold' in mood) {
      isHolding = true;
      return;
    }
    for (const connection of server.connections)
      if (connection.id === session.id)
        (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
  };

  const server = new SMTPServer({
    logger: false,
    key: readFileSync(file('server.key')),
    cert: readFileSync(file('server.pem')),
    ca: [readFileSync(file('ca.pem'))],
    disabledCommands: withoutTls ? ['STARTTLS'] : [],
    authOptional: user === undefined,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onAuth(auth, session, done) {
      const isRight = auth.username === user && auth.password === pass;
      act('AUTH', session, (error) =>
        error || !isRight ? done(error ?? refusal(535, 'no')) : done(null, { user: auth.username ?? '' }),
      );
    },
    onRcptTo: (_address, session, done) => act('RCPT TO', session, done),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      const mood = moods[0];
      // In mid-message: after the first bytes, before the last.
      if (mood && 'drop' in mood && mood.drop === 'DATA')
        stream.once('data', () => act('DATA', session, done));
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () =>
        act('DATA', session, (error) => {
          if (error) return done(error);
          const { mailFrom, rcptTo } = session.envelope;
          taken.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            isEncrypted: session.secure === true,
            user: session.user as string | undefined,
            raw: Buffer.concat(parts).toString(),
          });
          done();
        }),
      );
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;

  return {
    port,
    taken,
    connections: () => connections,
    /** How it answers the next mails, one mood each; afterwards it takes them again. */
    answer: (...next: Mood[]) => void moods.push(...next),
    isHolding: () => isHolding,
    /** The mail as an independent parser reads it. */
    read: (at = -1): Promise<Email> => PostalMime.parse(taken.at(at)?.raw ?? ''),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
