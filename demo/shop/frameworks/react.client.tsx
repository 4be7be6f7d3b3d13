// React 19 sets an element's properties, and listens to an event by its exact name after "on".
import 'checkout-elements/define/product-pay'; // registers the element
import 'checkout-elements/react'; // declares it for JSX; registers nothing
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
      {outcome && <p>Outcome: {outcome}</p>}
    </>
  );
}

createRoot(place).render(<Checkout />);
