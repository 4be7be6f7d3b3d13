import { Suspense } from 'react';
import { shop } from '../lib/shop';
import { Checkout } from './checkout';

async function Offer() {
  const { product, publicKey, shopUrl } = await shop();
  const { name, confirm_url: confirmUrl, pay_url: payUrl } = await product();
  if (!confirmUrl || !payUrl) throw new Error('Expected a product with a confirm_url and a pay_url.');
  return (
    <>
      <h1>{name}</h1>
      <Checkout confirmUrl={confirmUrl} payUrl={payUrl} publicKey={publicKey} shopUrl={shopUrl} />
    </>
  );
}

export default function Page() {
  return (
    <main>
      {/* The page is built without the product, which is read for each request. */}
      <Suspense>
        <Offer />
      </Suspense>
    </main>
  );
}
