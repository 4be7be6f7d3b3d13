import { shop } from '../lib/shop';
import { Checkout } from './checkout';

// The plan is read for each request, not when the page is built.
export const dynamic = 'force-dynamic';

export default async function Page() {
  const { plan, publicKey, shopUrl } = shop();
  const { confirm_url: confirmUrl, pay_url: payUrl } = await plan();
  if (!confirmUrl || !payUrl) throw new Error('Expected a plan with a confirm_url and a pay_url: see the docs of subscriptions.');
  return (
    <main>
      <h1>A new tea every month</h1>
      <Checkout confirmUrl={confirmUrl} payUrl={payUrl} publicKey={publicKey} shopUrl={shopUrl} />
    </main>
  );
}
