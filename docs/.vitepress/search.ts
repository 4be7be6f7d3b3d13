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
    // Who looks for a code looks for all of it.
    tokenize: (text: string): string[] => text.split(/(?:(?!_)[\n\r\p{Z}\p{P}])+/u).filter((word) => word !== ''),
    // A heading that names the word explains it; a long page only mentions it often.
    boost: { title: 6, text: 1, titles: 1 },
  },
};
