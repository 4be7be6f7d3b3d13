import { elementsIn, isOfSandbox, isOwnMachine, isPlainHttp, nameOf, row, type Seen } from './row.js';

const LOOPBACK_WHY = 'It works only on this machine: on a payer’s device it leads to that device.';

/** An address, and where the page has it. */
interface Placed {
  readonly name: string;
  readonly address: string;
  readonly what: string;
}

/** The addresses of the elements, and in their descriptions of what is on offer. */
const addressesIn = (seen: Seen): readonly Placed[] =>
  elementsIn(seen).flatMap((element) =>
    Object.entries(element.addresses).map(([name, address]) => ({
      name,
      address,
      what: `${name} of ${nameOf(element)} is ${address}.`,
    })),
  );

/** Mistakes in the addresses of the page and of what it loads. */
export const ADDRESSES = [
  row('loopback_address', 'problem', {
    find: (seen) => [
      ...addressesIn(seen).flatMap(({ address, what }) =>
        isOwnMachine(address) ? { what, why: LOOPBACK_WHY, cure: 'Set the production address.' } : [],
      ),
      ...[seen.address].filter(isOwnMachine).map((address) => ({
        what: `The page is ${address}.`,
        why: 'Payers may get something different: another server, other headers.',
        cure: 'Check the page at its production address too.',
      })),
      ...seen.documents.flatMap(({ url: page, scripts }) =>
        scripts
          .filter(({ url }) => isOfSandbox(url, page))
          .map(({ url }) => ({
            what: `A script comes from ${url}.`,
            why: 'It works only on this machine: payers don’t get the script.',
            cure: 'Serve it with the page.',
          })),
      ),
    ],
    what: ({ what }) => what,
    why: ({ why }) => why,
    cure: ({ cure }) => cure,
  }),
  row('plain_http', 'problem', {
    find: (seen) => [
      ...addressesIn(seen).flatMap(({ name, address, what }) =>
        isPlainHttp(address)
          ? {
              what,
              why: 'Data sent there can be read and changed on the way.',
              cure: 'Serve it over https, and set that address.',
              about: [`setting_invalid ${name} ${address}`, `connect-src ${new URL(address).origin}`],
            }
          : [],
      ),
      ...[seen.address].filter(isPlainHttp).map((address) => ({
        what: `The page is ${address}.`,
        why: 'Anyone on the network path can change the page and read the cards.',
        cure: 'Serve it only over https, and redirect http to https.',
        about: ['insecure_context'],
      })),
    ],
    what: ({ what }) => what,
    why: ({ why }) => why,
    cure: ({ cure }) => cure,
    about: ({ about }) => about,
  }),
  row('insecure_context', 'problem', {
    find: ({ documents: [page] }) => (page && !page.secureContext ? [page] : []),
    what: 'The page is not a secure context.',
    why: 'The browser offers no encryption there: the card form refuses to work.',
    cure: 'Serve the page, and every page that frames it, over https.',
    about: () => ['insecure_context'],
    silencedBy: ['plain_http'],
  }),
  row('mixed_content', 'problem', {
    find: ({ mixedContent }) => mixedContent,
    what: (url) => `The page loads ${url} over http.`,
    why: 'Browsers block it or warn, and it can be changed on the way.',
    cure: 'Load it over https.',
  }),
];
