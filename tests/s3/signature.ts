import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type Account = { accessKeyId: string; secretAccessKey: string; region: string };
export type Signed = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer };

const algorithm = 'AWS4-HMAC-SHA256';
const allowedSkewMs = 15 * 60 * 1000;
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * The S3 error code for an invalid Signature Version 4, or undefined. Written from the specification, not
 * from the client's code.
 */
export function signatureProblem(account: Account, request: Signed): string | undefined {
  const { url, headers, body } = request;
  const inQuery = url.searchParams.has('X-Amz-Signature');
  const sent = inQuery ? fromQuery(url) : fromHeader(headers);
  if (!sent) return 'AccessDenied';
  const { credential, signedHeaders, signature, at } = sent;
  const [accessKeyId, day, region, service, end] = credential.split('/');
  if (accessKeyId !== account.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== account.region || service !== 's3' || end !== 'aws4_request')
    return 'AuthorizationHeaderMalformed';
  const sentAt = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(sentAt) || at.slice(0, 8) !== day) return 'AccessDenied';
  if (inQuery) {
    const seconds = Number(url.searchParams.get('X-Amz-Expires'));
    if (!(seconds > 0 && seconds <= 604_800) || Date.now() > sentAt + seconds * 1000) return 'AccessDenied';
  } else if (Math.abs(Date.now() - sentAt) > allowedSkewMs) return 'RequestTimeTooSkewed';

  const payload = inQuery ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256'] ?? '');
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  if (!signedHeaders.split(';').includes('host')) return 'AccessDenied';
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = [algorithm, at, scope, sha256(canonical(request, signedHeaders, payload))].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${account.secretAccessKey}`, day as string), region),
  );
  const expected = hmac(key, toSign).toString('hex');
  const same =
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return same ? undefined : 'SignatureDoesNotMatch';
}

function fromHeader(headers: IncomingHttpHeaders) {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  const at = headers['x-amz-date'];
  if (!found || typeof at !== 'string') return undefined;
  const [, credential = '', signedHeaders = '', signature = ''] = found;
  return { credential, signedHeaders, signature, at };
}

function fromQuery({ searchParams }: URL) {
  const value = (name: string) => searchParams.get(`X-Amz-${name}`) ?? '';
  if (value('Algorithm') !== algorithm) return undefined;
  return {
    credential: value('Credential'),
    signedHeaders: value('SignedHeaders'),
    signature: value('Signature'),
    at: value('Date'),
  };
}

function canonical({ method, url, headers }: Signed, signedHeaders: string, payload: string) {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort();
  const lines = signedHeaders.split(';').map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  );
  return [method, url.pathname, query.join('&'), lines.join(''), signedHeaders, payload].join('\n');
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
