import { type LoaderFunctionArgs, redirect } from 'react-router';
import { refuseParams } from '#web/ground/routing/page-loader.ts';
import { localizedPath, splitLocale } from '#web/ground/routing/rules.ts';

/** A shared link redirects to the eraser, with its code as a parameter. */
export function loader({ url, params }: LoaderFunctionArgs) {
  const code = params.code ?? '';
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(code)) throw refuseParams();
  const { locale } = splitLocale(url.pathname);
  return redirect(`${localizedPath('/erase', locale)}?share=${code}`);
}

export default function Share() {
  return null;
}
