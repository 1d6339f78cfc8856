import { data, type LoaderFunctionArgs } from 'react-router';

export function loader({ request }: LoaderFunctionArgs): never {
  throw data({ unmatched: new URL(request.url).pathname }, 404);
}

export default function NotFound() {
  return null;
}
