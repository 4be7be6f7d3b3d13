/** Dark at any hour: indigo on navy, wide corners. */
export const midnight = {
  title: 'Midnight',
  elements: `
p2p-transfer, product-pay, plan-subscribe {
  color-scheme: dark;
  --checkout-color-accent: #a5b4ff;
  --checkout-color-on-accent: #0d1230;
  --checkout-color-text: #f0f2ff;
  --checkout-color-muted: #aeb7dd;
  --checkout-color-field: #1a2145;
  --checkout-color-border: #7883b8;
  --checkout-color-danger: #ffa3ab;
  --checkout-color-success: #7ce3b6;
  --checkout-color-warning: #ffd285;
  --checkout-radius: .875rem;
}
p2p-transfer::part(submit), product-pay::part(submit) {
  background-image: linear-gradient(100deg, #a5b4ff, #c7a9ff);
}
`,
  page: `
:root {
  color-scheme: dark;
  --ground: #0b0f24; --sheet: #121836; --ink: #f0f2ff; --soft: #aeb7dd; --line: #2a3262; --accent: #a5b4ff;
  --good: #7ce3b6; --bad: #ffa3ab; --open: #ffd285; --tint: #1a2145; --edge: #7883b8; --on-accent: #0d1230;
}
body { background: radial-gradient(60rem 40rem at 15% -10%, #252c63, transparent) no-repeat var(--ground); }
`,
} as const;
