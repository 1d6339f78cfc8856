import '#web/app.css';
import { hydrateRoot } from 'react-dom/client';
import { Harness } from './app.tsx';

hydrateRoot(document.getElementById('root') as HTMLElement, <Harness page={location.pathname} />);
