// Preloaded into every server that a command of this folder starts: when that command is gone, however it died (even
// killed), its end of the channel closes, and the server ends too instead of holding its port.
import process from 'node:process';

const PATIENCE_MS = 2000;

if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
  });
}
