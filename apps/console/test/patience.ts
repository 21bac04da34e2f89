// Loaded before every test file; what it is about are those with a DOM.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: Number(process.env.HOLDFAST_PATIENCE_MS) });
}

export {};
