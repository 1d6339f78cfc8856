/** A row of the route table that only leads elsewhere; the root's rules redirect before this is reached. */
export function loader() {
  return null;
}

export default function Redirect() {
  return null;
}
