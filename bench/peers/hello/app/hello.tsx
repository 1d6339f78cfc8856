import { useLoaderData } from 'react-router';

export async function loader() {
  return { greeting: 'Hello' };
}

export const meta = () => [{ title: 'Hello' }];

export default function Hello() {
  const { greeting } = useLoaderData<typeof loader>();
  return <h1>{greeting}</h1>;
}
