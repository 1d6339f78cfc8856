import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Account, signatureProblem } from './signature.ts';
import { createStore, type Fault, isFault, problem, type Stored } from './store.ts';

type Request = { operation: string; key: string; md5: string | undefined };
type Trouble = {
  /**
   * slowDown: 503 before the request is processed. refuse: 403. cut: the connection ends before the request
   * is processed, lost: after it. half: the connection ends in the middle of the content. silent: no answer.
   * stall: half of the content, then nothing.
   */
  kind: 'slowDown' | 'cut' | 'lost' | 'half' | 'silent' | 'stall' | 'refuse';
  operation?: string;
  times: number;
};
type Options = {
  bucket?: string;
  pageSize?: number;
  port?: number;
  /** The initial objects, and the map that stores new ones. */
  objects?: Map<string, Stored>;
};

export const peerAccount: Account = {
  accessKeyId: 'PEER',
  secretAccessKey: 'peer-secret',
  region: 'hk-test-1',
};

export type S3Peer = Awaited<ReturnType<typeof startS3Peer>>;

/**
 * An S3-compatible test server on loopback: path style, one bucket, Signature Version 4 checked on every
 * request. Not supported: virtual hosts, TLS, chunked signatures, newer checksums, versions, encryption,
 * permissions, copies.
 */
export async function startS3Peer({
  bucket = 'mingshi',
  pageSize = 1000,
  port = 0,
  objects = new Map(),
}: Options = {}) {
  const store = createStore(objects);
  const troubles: Trouble[] = [];
  const requests: Request[] = [];

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      response.destroy();
      // A connection that a test cuts is not an error of this server.
      if (error.code !== 'ECONNRESET' && error.message !== 'aborted') throw error;
    });
  });

  async function answer(message: IncomingMessage, response: ServerResponse) {
    const body = await buffer(message);
    const url = new URL(message.url ?? '/', `http://${message.headers.host}`);
    const [, name = '', ...rest] = url.pathname.split('/');
    const key = rest.map(decodeURIComponent).join('/');
    const method = message.method ?? 'GET';
    const operation = operationOf(method, key, url.searchParams);
    const md5 = message.headers['content-md5'] as string | undefined;
    requests.push({ operation, key, md5 });
    const trouble = troubles.find((one) => one.times > 0 && (one.operation ?? operation) === operation);
    if (trouble) trouble.times--;
    if (trouble?.kind === 'slowDown') return fail(response, problem('SlowDown', 503));
    if (trouble?.kind === 'refuse') return fail(response, problem('AccessDenied', 403));
    if (trouble?.kind === 'cut') return void message.socket.destroy();
    if (trouble?.kind === 'silent') return;
    const wrong = signatureProblem(peerAccount, { method, url, headers: message.headers, body });
    if (wrong) return fail(response, problem(wrong, 403));
    if (name !== bucket) return fail(response, problem('NoSuchBucket', 404));
    const reply = work(operation, key, url.searchParams, message, body);
    if (trouble?.kind === 'lost') return void message.socket.destroy();
    if (isFault(reply)) return fail(response, reply);
    response.writeHead(reply.status, { 'content-length': reply.body.length, ...reply.headers });
    if (method === 'HEAD') return void response.end();
    if (trouble?.kind !== 'half' && trouble?.kind !== 'stall') return void response.end(reply.body);
    response.write(reply.body.subarray(0, reply.body.length / 2), () => {
      if (trouble.kind === 'half') message.socket.destroy();
    });
  }

  type Reply = { status: number; headers?: Record<string, string>; body: Buffer };
  const xml = (text: string): Reply => ({
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`),
  });
  const tagged = (stored: Stored | Fault): Reply | Fault =>
    isFault(stored) ? stored : { status: 200, headers: { etag: stored.etag }, body: Buffer.alloc(0) };
  const nothing: Reply = { status: 204, body: Buffer.alloc(0) };

  function work(
    operation: string,
    key: string,
    query: URLSearchParams,
    { headers }: IncomingMessage,
    body: Buffer,
  ): Reply | Fault {
    const checksum = headers['content-md5'] as string | undefined;
    const uploadId = query.get('uploadId') ?? '';
    switch (operation) {
      case 'HeadBucket':
        return { status: 200, body: Buffer.alloc(0) };
      case 'PutObject':
        return tagged(store.put(key, body, checksum));
      case 'GetObject':
      case 'HeadObject':
        return contentOf(store.objects.get(key), headers, query);
      case 'DeleteObject':
        store.objects.delete(key);
        return nothing;
      case 'CreateMultipartUpload':
        return xml(
          `<InitiateMultipartUploadResult><UploadId>${store.begin(key)}</UploadId></InitiateMultipartUploadResult>`,
        );
      case 'UploadPart':
        return tagged(store.putPart(uploadId, Number(query.get('partNumber')), body, checksum));
      case 'CompleteMultipartUpload': {
        const done = store.complete(uploadId, partsIn(body.toString()));
        return isFault(done)
          ? done
          : xml(`<CompleteMultipartUploadResult><ETag>${done.etag}</ETag></CompleteMultipartUploadResult>`);
      }
      case 'AbortMultipartUpload':
        return store.uploads.delete(uploadId) ? nothing : problem('NoSuchUpload', 404);
      case 'ListObjectsV2': {
        const { keys, more } = store.list(
          query.get('prefix') ?? '',
          query.get('continuation-token') ?? '',
          pageSize,
        );
        const items = keys.map(
          (one) =>
            `<Contents><Key>${one}</Key><Size>${store.objects.get(one)?.bytes.length}</Size></Contents>`,
        );
        const next = more ? `<NextContinuationToken>${keys.at(-1)}</NextContinuationToken>` : '';
        return xml(
          `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${items.join('')}</ListBucketResult>`,
        );
      }
      case 'ListMultipartUploads': {
        const items = [...store.uploads].map(
          ([id, { key: of, at }]) =>
            `<Upload><Key>${of}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
        );
        return xml(
          `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${items.join('')}</ListMultipartUploadsResult>`,
        );
      }
      default:
        return problem('NotImplemented', 501);
    }
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    bucket,
    ...store,
    requests,
    /** The next `times` requests, optionally only of one operation, fail in this way. */
    trouble: (kind: Trouble['kind'], times: number, operation?: string) =>
      troubles.push({ kind, times, ...(operation && { operation }) }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function operationOf(method: string, key: string, query: URLSearchParams) {
  const [upload, uploads] = [query.has('uploadId'), query.has('uploads')];
  if (key === '') {
    if (method === 'HEAD') return 'HeadBucket';
    return uploads ? 'ListMultipartUploads' : query.get('list-type') === '2' ? 'ListObjectsV2' : 'unknown';
  }
  const names: Record<string, string> = {
    PUT: upload ? 'UploadPart' : 'PutObject',
    GET: 'GetObject',
    HEAD: 'HeadObject',
    DELETE: upload ? 'AbortMultipartUpload' : 'DeleteObject',
    POST: uploads ? 'CreateMultipartUpload' : upload ? 'CompleteMultipartUpload' : 'unknown',
  };
  return names[method] ?? 'unknown';
}

function contentOf(stored: Stored | undefined, headers: IncomingMessage['headers'], query: URLSearchParams) {
  if (!stored) return problem('NoSuchKey', 404);
  const { bytes, etag } = stored;
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    return problem('PreconditionFailed', 412);
  const responseHeaders: Record<string, string> = { etag, 'accept-ranges': 'bytes' };
  for (const name of ['content-type', 'content-disposition', 'cache-control']) {
    const value = query.get(`response-${name}`);
    if (value !== null) responseHeaders[name] = value;
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
  if (!range) return { status: 200, headers: responseHeaders, body: bytes };
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
  if (start > end) return problem('InvalidRange', 416);
  responseHeaders['content-range'] = `bytes ${start}-${end}/${bytes.length}`;
  return { status: 206, headers: responseHeaders, body: bytes.subarray(start, end + 1) };
}

const partsIn = (text: string) =>
  [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }));

function fail(response: ServerResponse, { code, status }: Fault) {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}
