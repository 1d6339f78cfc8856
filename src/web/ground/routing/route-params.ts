import { data } from 'react-router';

export const pageNotFound = 'Page Not Found';

/** A route that matched but does not accept its parameters: 404 'Page Not Found'. */
export const refuseParams = () => data(pageNotFound, { status: 404, statusText: pageNotFound });

/** An id in a path is a non-zero number in decimal digits. */
export function requireId(param: string | undefined) {
  if (!/^[1-9]\d{0,14}$/.test(param ?? '')) throw refuseParams();
  return Number(param);
}
