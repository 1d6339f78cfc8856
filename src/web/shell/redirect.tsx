/** For rows of the route table that only redirect; the root's rules redirect before this is reached. */
export function loader() {
  return null;
}

export default function Redirect() {
  return null;
}
