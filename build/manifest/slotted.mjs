// The elements whose inputs a page may write itself: those with the attribute `fields`.
import { makeManifest } from './manifest.mjs';

/** @typedef {import('custom-elements-manifest').CustomElementDeclaration} CustomElementDeclaration */

/** Their tags, each with whether the payer may be asked for further fields: then it has the attribute `collect`. @returns {Map<string, boolean>} */
export function slottedElements() {
  const declarations = makeManifest().modules.flatMap((module) => module.declarations ?? []);
  return new Map(
    declarations.flatMap((declaration) => {
      const { tagName, attributes = [] } = /** @type {CustomElementDeclaration} */ (declaration);
      const names = attributes.map(({ name }) => name);
      return tagName && names.includes('fields') ? [[tagName, names.includes('collect')]] : [];
    }),
  );
}
