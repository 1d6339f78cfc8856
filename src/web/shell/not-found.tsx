import { data, type LoaderFunctionArgs } from 'react-router';

export function loader({ url }: LoaderFunctionArgs): never {
  throw data({ unmatched: url.pathname }, 404);
}

export default function NotFound() {
  return null;
}
