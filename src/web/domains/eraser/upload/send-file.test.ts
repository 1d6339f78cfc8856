import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { CachedFile, OpenUpload } from '#shared/eraser/files.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { sendFile, type UploadApi } from './send-file.ts';
import { hexOf } from './uploads.ts';

const chunkBytes = 4;
const content = Uint8Array.from({ length: 10 }, (_, at) => at);
const file = new File([content], 'paper.png', { type: 'image/png' });
const sha256 = createHash('sha256').update(content).digest('hex');
const cached = { id: 7, pages: 1 } as CachedFile;

/** A fake server in memory; `failures` happen first, in this order. */
function server({ has = 0, failures = [] as (Error | 'same')[] } = {}) {
  let received = content.slice(0, has);
  const sent: number[] = [];
  const state = (): OpenUpload => ({
    upload_id: 'u',
    received: received.length,
    chunk_bytes: chunkBytes,
    expires_at: '',
    file: received.length === content.length ? cached : null,
  });
  const road: UploadApi = {
    begin: async (body) => {
      expect(body).toEqual({ sha256, byte_size: content.length, name: 'paper.png' });
      return state();
    },
    chunk: async (_id, offset, part, onSent) => {
      const wrong = failures.shift();
      if (wrong instanceof Error) throw wrong;
      if (wrong === 'same') return state();
      onSent(1);
      sent.push(offset);
      expect(offset).toBe(received.length);
      received = Uint8Array.from([...received, ...new Uint8Array(await part.arrayBuffer())]);
      return state();
    },
    whole: async () => cached,
  };
  return { road, sent, received: () => received };
}

const pause = vi.fn(async () => {});
const send = (road: UploadApi, more: { signal?: AbortSignal; onProgress?: (part: number) => void } = {}) =>
  sendFile({
    file,
    sha256,
    road,
    pause,
    onProgress: () => {},
    signal: new AbortController().signal,
    ...more,
  });

it('a file is sent chunk by chunk, with progress', async () => {
  const { road, sent, received } = server();
  const parts: number[] = [];
  expect(await send(road, { onProgress: (part) => parts.push(part) })).toBe(cached);
  expect(sent).toEqual([0, 4, 8]);
  expect(received()).toEqual(content);
  expect(parts.at(-1)).toBe(1);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
});

it('an upload resumes where the server stands, and sends nothing of a file the server has', async () => {
  const half = server({ has: 4 });
  await send(half.road);
  expect(half.sent).toEqual([4, 8]);
  const all = server({ has: 10 });
  expect(await send(all.road)).toBe(cached);
  expect(all.sent).toEqual([]);
});

it('network failures are retried, up to three times in a row', async () => {
  const lost = () => new TypeError('Failed to fetch');
  const { road, received } = server({ failures: [lost(), lost(), lost()] });
  await send(road);
  expect(received()).toEqual(content);
  const gone = server({ failures: [lost(), lost(), lost(), lost()] });
  await expect(send(gone.road)).rejects.toThrow('Failed to fetch');
});

it('a retry waits as long as the server asks, and a refusal is not retried', async () => {
  pause.mockClear();
  const busy = new ApiError({ code: 1008, data: { retry_after: 2 }, message: 'later' });
  await send(server({ failures: [busy] }).road);
  expect(pause.mock.calls.map(([ms]: unknown[]) => ms)).toEqual([2000]);
  pause.mockClear();
  const refused = new ApiError({ code: 1002, data: null, message: 'no picture' });
  await expect(send(server({ failures: [refused] }).road)).rejects.toBe(refused);
  expect(pause).not.toHaveBeenCalled();
});

it('a server that is stopping or too slow is retried', async () => {
  const later = [1010, 1009].map((code) => new ApiError({ code, data: null, message: 'not now' }));
  const { road, sent } = server({ failures: later });
  expect(await send(road)).toBe(cached);
  expect(sent).toEqual([0, 4, 8]);
});

it('the upload is begun again when the answer to its last chunk was lost and the upload is gone', async () => {
  const { road, received } = server();
  let isLost = false;
  const losing: UploadApi = {
    ...road,
    chunk: async (id, offset, part, onSent) => {
      if (isLost) throw new ApiError({ code: 1005, data: null, message: 'no such upload' });
      const state = await road.chunk(id, offset, part, onSent);
      isLost = state.file !== null;
      if (isLost) throw new TypeError('Failed to fetch');
      return state;
    },
  };
  expect(await send(losing)).toBe(cached);
  expect(received()).toEqual(content);
});

it('an upload fails when the server asks for the same bytes again and again', async () => {
  const { road } = server({ failures: Array(9).fill('same') });
  await expect(send(road)).rejects.toThrow('does not get on');
});

it('an abort signal stops the upload', async () => {
  const controller = new AbortController();
  const { road, sent } = server();
  const onProgress = () => controller.abort(new Error('stopped'));
  await expect(send(road, { signal: controller.signal, onProgress })).rejects.toThrow('stopped');
  expect(sent.length).toBeLessThan(3);
});

it('the checksum is written in lower-case hexadecimal', async () => {
  expect(hexOf(await crypto.subtle.digest('SHA-256', content))).toBe(sha256);
});
