import { renderToString } from 'react-dom/server';
import { Harness } from './app.tsx';

export const render = (page: string) => renderToString(<Harness page={page} />);
