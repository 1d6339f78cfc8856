import { useApi } from '#web/ground/api/api-provider.tsx';

const most = 8;

/** Finds schools of any level by a part of their name. */
export function useSchoolSearch() {
  const api = useApi();
  return async (search: string) => {
    const { list } = await api('GET /api/common_info/school', {
      query: { search: search.slice(0, 100), level: 'all', page_size: most },
    });
    return list.map(({ id, name }) => ({ id, name }));
  };
}
