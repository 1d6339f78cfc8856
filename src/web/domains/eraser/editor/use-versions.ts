import type { ImageRecord, PageVersion } from '#shared/eraser/eraser.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';

/** The version to undo to: the one a brush painted on, otherwise the previous one. */
export function olderThan(versions: readonly PageVersion[], number: number): number | undefined {
  const current = versions.find((version) => version.number === number);
  if (!current) return undefined;
  return current.from ?? versions.findLast((version) => version.number < number)?.number;
}

/** All versions of a page, read again whenever a version is added or another becomes current. */
export function useVersions(page: Pick<ImageRecord, 'id' | 'version' | 'versions'>) {
  const { id, version, versions: count } = page;
  const { lastValue, problem, reload } = useRemote({
    key: `${id} ${version} ${count}`,
    read: (api) => api('GET /api_ai/eraser/image_record/{id}/versions', { params: { id } }),
    when: count > 0,
  });
  return { versions: lastValue?.list, failed: problem !== undefined, read: reload };
}
