/**
 * Preloaded into every child of the sandbox (`node --import`): when the launcher is gone, however it ended, the child ends
 * itself in the orderly way. Without it a `kill -9` of the launcher would leave orphans that hold ports and data folders.
 */
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 500).unref();
