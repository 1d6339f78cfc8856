import { useCallback, useEffect, useState } from 'react';
import type { ImageRecord, PageVersion } from '#shared/eraser/eraser.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';

/** The version to go back to: what a brush painted on, else the one before. */
export function olderThan(versions: readonly PageVersion[], number: number): number | undefined {
  const current = versions.find((version) => version.number === number);
  if (!current) return undefined;
  return current.from ?? versions.findLast((version) => version.number < number)?.number;
}

/** Every version of a page, read again whenever there is another or the page stands at another. */
export function useVersions(page: Pick<ImageRecord, 'id' | 'version' | 'versions'>) {
  const api = useApi();
  const [versions, setVersions] = useState<PageVersion[]>();
  const [failed, setFailed] = useState(false);
  const { id, version, versions: count } = page;

  const read = useCallback(async () => {
    setFailed(false);
    try {
      const { list } = await api('GET /api_ai/eraser/image_record/{id}/versions', { params: { id } });
      setVersions(list);
    } catch {
      // The call layer has logged it; the list offers to read it again.
      setFailed(true);
    }
  }, [api, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another list
  useEffect(() => {
    if (count > 0) read();
  }, [read, version, count]);
  return { versions, failed, read };
}
