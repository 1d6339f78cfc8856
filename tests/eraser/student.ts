import { expect } from 'vitest';
import { newNumber } from '../browser.ts';
import { multipartBody } from '../multipart.ts';
import type { Served } from '../serve.ts';
import { drawPaper } from './papers.ts';

export type Eraser = ReturnType<typeof eraserOf>;
export type Student = Awaited<ReturnType<Eraser['student']>>;

/** Actions of students against a served product. Jobs run only when the test calls `work`. */
export function eraserOf(served: Served) {
  return {
    ...served,

    /** A new student, signed in to the AI app. */
    async student() {
      const browser = served.newBrowser();
      const { data } = await browser.proveNumber(newNumber(), '/api_ai/user');
      const send = async (
        url: string,
        field: string,
        bytes: Uint8Array,
        fields: Record<string, string> = {},
      ) => {
        const { headers, payload } = multipartBody(fields, {
          field,
          name: 'p.jpg',
          type: 'image/jpeg',
          bytes,
        });
        return browser.post(url, payload, { headers });
      };
      return {
        ...browser,
        id: data.profile.id as number,
        send,
        /** Uploads a drawn paper and returns its file id. */
        async file(seed = 1) {
          const bytes = await drawPaper({ width: 240, height: 340, seed });
          const answer = await send('/api_ai/eraser/cache_file', 'file', bytes, {
            name: `paper ${seed}.jpg`,
          });
          expect(answer).toMatchObject({ code: 0 });
          return answer.data.id as number;
        },
        async task(fileIds: number[], more: object = {}) {
          const body = { files: fileIds.map((id) => ({ id })), ...more };
          return browser.post('/api_ai/eraser/erase_trace_task', body);
        },
        async balance() {
          return (await browser.get('/api_ai/user/profile')).data;
        },
      };
    },
  };
}
