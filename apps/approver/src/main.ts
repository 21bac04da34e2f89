import '@holdfast/signer-ui/style.css';
import { startPage } from '@holdfast/signer-ui';
import { drawLate } from './late-screen.ts';
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
      else if (area === 'enroll')
        drawLate(screen, import('./enroll/screen.ts'), ({ drawEnroll }) => drawEnroll(screen));
      else if (area === 'refuse')
        drawLate(screen, import('./refuse/screen.ts'), ({ drawRefusals }) => drawRefusals(screen));
      else if (area === 'freeze')
        drawLate(screen, import('./freeze/screen.ts'), ({ drawFreeze }) => drawFreeze(screen));
      else if (area === 'key') drawLate(screen, import('./key/screen.ts'), ({ drawKey }) => drawKey(screen));
      else if (area === 'address') drawLate(screen, import('./address.ts'), ({ drawAddress }) => drawAddress(screen));
      else drawLate(screen, import('./welcome.ts'), ({ drawWelcome }) => drawWelcome(screen));
    },
  });
