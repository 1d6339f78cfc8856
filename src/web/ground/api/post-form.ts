import { csrfFailed, notSignedIn, tokenExpired } from '#shared/codes/numbers.ts';
import type { Locale } from '#shared/locale.ts';
import { readCookie } from '../cookies.ts';
import { ApiError, NotReached } from './api.ts';
import { type AppSide, type Bases, refreshCsrf, renew, tokenOf } from './renewal.ts';

export type FormPost = {
  bases: Bases;
  /** Path below the API's base, such as /api/users/evidence. */
  path: string;
  face: AppSide;
  locale: Locale;
  /** Fields must come before files: the server reads the parts as a stream. */
  form: FormData;
  /** The share of the form that has been uploaded, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads use XMLHttpRequest because fetch reports no upload progress, and ten megabytes take a while on a
 * phone's network.
 */
export async function postForm(post: FormPost): Promise<unknown> {
  const token = tokenOf(post.face);
  let answer = await send(post);
  if (answer.code === csrfFailed) {
    await refreshCsrf(post.bases);
    answer = await send(post);
  } else if (
    (answer.code === tokenExpired || answer.code === notSignedIn) &&
    (await renew(post.face, post.bases, token)) === 'renewed'
  ) {
    answer = await send(post);
  }
  if (answer.code !== 0) throw new ApiError(answer);
  return answer.data;
}

type Envelope = { code: number; data: unknown; message: string };

function send({ bases, path, face, locale, form, onProgress, signal }: FormPost) {
  return new Promise<Envelope>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${face === 'ai' ? bases.aiBase : bases.base}${path}`);
    request.withCredentials = true;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', locale);
    request.setRequestHeader('authorization', `Bearer ${tokenOf(face) ?? ''}`);
    request.setRequestHeader('x-csrftoken', readCookie('csrftoken') ?? '');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(JSON.parse(request.responseText));
      } catch (cause) {
        reject(new NotReached(path, { cause }));
      }
    };
    request.onerror = () => reject(new NotReached(path));
    request.onabort = () => reject(signal.reason);
    signal.throwIfAborted();
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
