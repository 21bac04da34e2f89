import type { ReactNode } from 'react';
import { ApiClientEditor } from './api-client-editor.tsx';

/** Spec route center/api/addApi. */
export default function AddApiClientPage(): ReactNode {
  return <ApiClientEditor />;
}
