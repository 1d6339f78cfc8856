/** The cookie that the gate in front of the list requires; it is not a session. */
export const gateCookie = { name: 'csrftoken', value: 'bench' };

/** The lists of 24 tutors and of 24 cases, the latter behind its gate, and the page of the newest case. */
export async function marketPages(url: string) {
  const answer = await fetch(`${url}/api/common_info/parent_case?page_size=1`);
  const { data } = (await answer.json()) as { data: { list: { id: number }[] } };
  const [newest] = data.list;
  if (!newest) throw new Error('There is no case in the market to show.');
  return ['/tutors', '/more-tutor-case?tab=cases', `/case/${newest.id}`];
}
