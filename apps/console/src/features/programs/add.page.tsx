import type { ReactNode } from 'react';
import { ProgramEditor } from './program-editor.tsx';

/** Spec route center/api/addApi. */
export default function AddProgramPage(): ReactNode {
  return <ProgramEditor />;
}
