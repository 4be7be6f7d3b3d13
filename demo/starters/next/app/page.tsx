import { Suspense } from 'react';
import { shop } from '../lib/shop';
import { Checkout } from './checkout';

async function Offer() {
  const { plan, publicKey, shopUrl } = await shop();
  const { confirm_url: confirmUrl, pay_url: payUrl } = await plan();
  if (!confirmUrl || !payUrl) throw new Error('Expected a plan with a confirm_url and a pay_url: see the docs of subscriptions.');
  return <Checkout confirmUrl={confirmUrl} payUrl={payUrl} publicKey={publicKey} shopUrl={shopUrl} />;
}

export default function Page() {
  return (
    <main>
      <h1>A new tea every month</h1>
      {/* The page is built without the plan, which is read for each request. */}
      <Suspense>
        <Offer />
      </Suspense>
    </main>
  );
}
