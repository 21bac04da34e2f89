import '@holdfast/pagekit/style.css';
import { startPage } from '@holdfast/pagekit';
import { drawCeremony } from './screen.ts';
import { texts } from './texts.ts';

const root = document.getElementById('page');
if (root) void startPage(root, { texts, name: 'pageName', draw: (screen) => void drawCeremony(screen) });
