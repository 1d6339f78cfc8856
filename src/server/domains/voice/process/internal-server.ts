import { createServer, type IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { AppError } from '#server/ground/http/errors.ts';
import { plainError } from '#server/ground/log/log.ts';
import type { CodeName } from '#shared/codes/codes.ts';
import { Handover, mostHandoverBytes, type Seal, signatureHeader } from './handover.ts';

type Options = {
  host: string;
  port: number;
  seal: Seal;
  log: Pick<Logger, 'error'>;
  /** Returns the SDP answer. */
  take(handover: Handover): Promise<string>;
  /** Resolves once the call is settled. */
  end(callId: string): Promise<void>;
};

/** HTTP server to which web processes hand over calls; unsigned requests are refused. */
export async function serveHandovers({ host, port, seal, log, take, end }: Options) {
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 5_000 }, (request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    answer(request).then(
      (body) => reply(200, body),
      (error) => {
        const problem: CodeName = error instanceof AppError ? error.code : 'internal';
        if (problem === 'internal') log.error({ err: plainError(error) }, 'a call could not be taken');
        reply(problem === 'notAllowed' ? 403 : 400, { problem });
      },
    );
  });

  async function answer(request: IncomingMessage) {
    const body = await bodyOf(request);
    const requestLine = `${request.method} ${request.url}`;
    const header = request.headers[signatureHeader];
    if (typeof header !== 'string' || !seal.isSigned(header, requestLine, body))
      throw new AppError('notAllowed');
    const [, callId] = /^DELETE \/calls\/([\da-f-]{36})$/.exec(requestLine) ?? [];
    if (callId) {
      await end(callId);
      return {};
    }
    if (requestLine !== 'POST /calls') throw new AppError('unknownPath');
    const handover = Handover.safeParse(JSON.parse(body));
    if (!handover.success) throw new AppError('badInput');
    return { sdp: await take(handover.data) };
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as { port: number };
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage) {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > mostHandoverBytes) throw new AppError('tooLarge');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
