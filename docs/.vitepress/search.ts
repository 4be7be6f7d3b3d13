/** What no merchant looks for, or only finds instead of the page that explains it. */
export const UNSEARCHED = /^(CHANGELOG|CONTRIBUTING|docs\/(architecture|decisions\/.*|figures\/(faults|mutants|readings)))\.md$/;

/** The text that the site's search knows: without whole files of samples, whose comments mention everything. */
export const withoutSamples = (source: string): string => source.replaceAll(/<!-- sample (\S+) -->.*?<!-- \/sample \1 -->/gs, '');

/** How the search takes texts and questions apart. VitePress sends these functions to the browser as text. */
export const MINI_SEARCH = {
  options: {
    // A code such as key_refused is one word, and its parts are words too.
    tokenize: (text: string): string[] =>
      text
        .split(/(?:(?!_)[\n\r\p{Z}\p{P}])+/u)
        .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : word))
        .filter((word) => word !== ''),
  },
  searchOptions: {
    // The parts of another gateway's code lead to its subject.
    tokenize: (text: string): string[] =>
      text
        .split(/(?:(?!_)[\n\r\p{Z}\p{P}])+/u)
        .flatMap((word) => [word, ...word.split(/_|(?<=[a-z])(?=[A-Z])/).filter((part) => part !== word)])
        .filter((word) => word !== ''),
    // Words of every sentence say nothing about its subject.
    processTerm: (term: string): string | false =>
      !/^(?:an?|and|are|as|at|be|by|can|do|does|doesn|for|from|how|i|in|is|isn|it|my|no|not|of|on|or|t|that|the|this|to|was|what|when|why|with)$/i.test(
        term,
      ) && term.toLowerCase(),
    // A short word with another letter is another word.
    fuzzy: (term: string): number | false => term.length > 4 && 0.2,
    // Who looks for a code looks for all of it.
    boostTerm: (term: string): number => (term.includes('_') ? 20 : 1),
    // A heading that names the word explains it; a long page only mentions it often.
    boost: { title: 6, text: 1, titles: 1 },
    // Guides come before references, and those before figures.
    boostDocument: (id: string): number =>
      /\/(?:figures\/|contract-rows)/.test(id) ? 0.4 : /\/reference\/(?:server|api)/.test(id) ? 0.7 : 1,
  },
};
