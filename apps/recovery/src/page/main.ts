import '@holdfast/signer-ui/style.css';
import './page.css';
import { startPage } from '@holdfast/signer-ui';
import { drawCeremony } from './screen.ts';
import { texts } from './texts.ts';

const root = document.getElementById('page');
if (root) void startPage(root, { texts, name: 'pageName', draw: (screen) => void drawCeremony(screen) });
