// React 19 sets what an element has as properties, and listens by an event's exact name after "on". The import registers the
// elements and tells TypeScript of them.
import 'checkout-elements/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { place, prepare, resolveStatus, settings } from './merchant.js';

function Checkout() {
  const [outcome, setOutcome] = useState<string>();
  return (
    <>
      <product-pay
        {...settings}
        prepare={prepare}
        resolveStatus={resolveStatus}
        oncheckout-outcome={(event) => setOutcome(event.outcome)}
      />
      {outcome && <p>Heard: {outcome}</p>}
    </>
  );
}

createRoot(place).render(<Checkout />);
