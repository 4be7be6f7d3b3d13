// Preloaded into every server that a command of demo/start runs. When the command ends, even if it is killed, its end of the
// channel closes, and the server ends as well instead of keeping its port.
import process from 'node:process';

const GRACE_MS = 2000;

if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
  });
}
