// React 19 sets what an element has as properties, and listens by an event's exact name after "on".
import 'checkout-elements/define';
import type { CheckoutOutcomeEvent, ProductPayElement } from 'checkout-elements';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { place, prepare, resolveStatus, settings } from './merchant.js';

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React's types are extended so.
  namespace JSX {
    interface IntrinsicElements {
      'product-pay': DetailedHTMLProps<HTMLAttributes<ProductPayElement>, ProductPayElement> &
        Partial<Pick<ProductPayElement, 'src' | 'publicKey' | 'notificationUrl' | 'returnUrl' | 'prepare' | 'resolveStatus'>> & {
          'oncheckout-outcome'?: (event: CheckoutOutcomeEvent) => void;
        };
    }
  }
}

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
