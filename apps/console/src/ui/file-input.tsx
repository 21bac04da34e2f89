import { type ChangeEvent, type ReactNode, useState } from 'react';
import { buttonStyle } from './button.tsx';
import { cn } from './cn.ts';

interface FileInputProps {
  /** On the button: what is to be chosen. */
  readonly label: string;
  /** As the `accept` attribute has it. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** Chooses one file. The same one may be chosen again, after it was changed: browsers by themselves say nothing then. */
export function FileInput({ label, accept, onFile }: FileInputProps): ReactNode {
  const [name, setName] = useState('');
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    if (!file) return;
    setName(file.name);
    onFile(file);
    target.value = '';
  };
  return (
    <label className="flex min-w-0 cursor-pointer items-center gap-3">
      <span className={cn(buttonStyle({}), 'shrink-0 has-[:focus-visible]:outline-2')}>
        {label}
        <input type="file" accept={accept} aria-label={label} className="sr-only" onChange={choose} />
      </span>
      <bdi className="truncate text-mut">{name}</bdi>
    </label>
  );
}
