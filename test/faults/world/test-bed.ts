import { type EncryptionKey, importKey } from '../../../src/checkout/key.js';
import { Activity } from '../time/activity.js';
import { Proxy } from '../network/proxy.js';
import { Sandbox, SHOP } from './sandbox.js';
import { Upstream } from '../network/upstream.js';

/** Shared by all runs of this process. */
export interface TestBed {
  readonly activity: Activity;
  readonly sandbox: Sandbox;
  readonly proxy: Proxy;
  readonly key: EncryptionKey;
  close(): Promise<void>;
}

export async function startTestBed(): Promise<TestBed> {
  const activity = new Activity();
  const sandbox = await Sandbox.start(activity);
  const upstream = new Upstream(() => sandbox.port, activity);
  const proxy = new Proxy(upstream, activity);
  await proxy.open();
  return {
    activity,
    sandbox,
    proxy,
    key: await importKey(SHOP.publicKey),
    async close() {
      await proxy.shut();
      upstream.close();
      await sandbox.close();
    },
  };
}
