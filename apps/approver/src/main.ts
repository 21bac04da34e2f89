import '@holdfast/signer-ui/style.css';
import { startPage } from '@holdfast/signer-ui';
import { drawLazy } from './lazy-screen.ts';
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
        drawLazy(screen, import('./enroll/screen.ts'), ({ drawEnroll }) => drawEnroll(screen));
      else if (area === 'refuse') drawLazy(screen, import('./many.ts'), ({ drawRefusals }) => drawRefusals(screen));
      else if (area === 'approve') drawLazy(screen, import('./many.ts'), ({ drawSeveral }) => drawSeveral(screen));
      else if (area === 'freeze')
        drawLazy(screen, import('./freeze/screen.ts'), ({ drawFreeze }) => drawFreeze(screen));
      else if (area === 'key') drawLazy(screen, import('./key/screen.ts'), ({ drawKey }) => drawKey(screen));
      else if (area === 'address') drawLazy(screen, import('./address.ts'), ({ drawAddress }) => drawAddress(screen));
      else drawLazy(screen, import('./welcome.ts'), ({ drawWelcome }) => drawWelcome(screen));
    },
  });
