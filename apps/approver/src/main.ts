import '@holdfast/pagekit/style.css';
import { startPage } from '@holdfast/pagekit';
import { drawRequest } from './request/screen.ts';
import { texts } from './texts.ts';

const root = document.getElementById('page');
if (root)
  void startPage(root, {
    texts,
    name: 'pageName',
    draw: (screen) => {
      const [area, id] = screen.route.path;
      if (area === 'i' && id) void drawRequest(screen, id);
      // What only these screens need (the first document; deriving and drawing addresses) is fetched with them.
      else if (area === 'enroll') void import('./enroll/screen.ts').then(({ drawEnroll }) => drawEnroll(screen));
      else if (area === 'refuse') void import('./refuse/screen.ts').then(({ drawRefusals }) => drawRefusals(screen));
      else if (area === 'freeze') void import('./freeze/screen.ts').then(({ drawFreeze }) => drawFreeze(screen));
      else if (area === 'key') void import('./key/screen.ts').then(({ drawKey }) => drawKey(screen));
      else if (area === 'address') void import('./address.ts').then(({ drawAddress }) => drawAddress(screen));
      else void import('./welcome.ts').then(({ drawWelcome }) => drawWelcome(screen));
    },
  });
