// The source text of each framework's page, as a developer would write it.
const FILES = import.meta.glob<string>('../frameworks/*.{ts,tsx,vue,svelte}', { query: '?raw', import: 'default', eager: true });

type Source = readonly [name: string, text: string];

const read = (name: string): Source => {
  const text = FILES[`../frameworks/${name}`];
  if (text === undefined) throw new Error(`Expected the file demo/shop/frameworks/${name}; it is not there.`);
  return [name, text];
};

/** Each framework's files, by the name of its page's script. */
export const SOURCES: Readonly<Record<string, readonly Source[]>> = {
  bundler: ['bundler.client.ts', 'merchant.ts'].map(read),
  react: ['react.client.tsx', 'merchant.ts'].map(read),
  vue: ['VueCheckout.vue', 'vue.client.ts', 'merchant.ts'].map(read),
  svelte: ['SvelteCheckout.svelte', 'svelte.client.ts', 'merchant.ts'].map(read),
  angular: ['angular.client.ts', 'merchant.ts'].map(read),
};
