// The elements whose inputs a page may write itself: those with the attribute `fields`.
import { elementsOf } from './editor-data.mjs';
import { makeManifest } from './manifest.mjs';

/** Their tags, each with whether the payer may be asked for further fields: then it has the attribute `collect`. @returns {Map<string, boolean>} */
export function slottedElements() {
  return new Map(
    elementsOf(makeManifest()).flatMap(({ tagName, attributes = [] }) => {
      const names = attributes.map(({ name }) => name);
      return tagName && names.includes('fields') ? [[tagName, names.includes('collect')]] : [];
    }),
  );
}
