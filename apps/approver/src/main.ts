import '@holdfast/pagekit/style.css';
import { startPage } from '@holdfast/pagekit';
import { drawEnroll } from './enroll/screen.ts';
import { drawRequest } from './request/screen.ts';
import { texts } from './texts.ts';
import { drawWelcome } from './welcome.ts';

const root = document.getElementById('page');
if (root)
  startPage(root, {
    texts,
    name: 'pageName',
    draw: (screen) => {
      const [area, id] = screen.route.path;
      if (area === 'i' && id) void drawRequest(screen, id);
      else if (area === 'enroll') void drawEnroll(screen);
      // What only this screen needs (deriving and drawing addresses) is fetched with it.
      else if (area === 'address') void import('./address.ts').then(({ drawAddress }) => drawAddress(screen));
      else void drawWelcome(screen);
    },
  });
