// The manifest's elements in the formats that editors read: VS Code's custom data and JetBrains' web-types.

/** @typedef {import('custom-elements-manifest').Package} Package */
/** @typedef {import('custom-elements-manifest').CustomElementDeclaration} CustomElementDeclaration */
/** @typedef {import('custom-elements-manifest').Attribute} Attribute */

/** The elements in a manifest. @param {Package} manifest */
export const elementsOf = (manifest) =>
  manifest.modules.flatMap(({ declarations = [] }) =>
    declarations.flatMap((each) => ('customElement' in each && each.kind === 'class' ? [each] : [])),
  );

/** An element's page of the documentation. @param {string} tag */
const pageOf = (tag) => `docs/reference/${tag}.md`;

/** The values that an attribute accepts: the words of its type. @param {Attribute} attribute */
const wordsOf = ({ type }) => [...(type?.text ?? '').matchAll(/'([^']*)'/g)].map(([, word = '']) => word);

/** An attribute without a value. @param {Attribute} attribute */
const isFlag = ({ type }) => type?.text === 'boolean';

/** `--checkout-radius` and the like, of all elements once. @param {Package} manifest */
function customPropertiesOf(manifest) {
  const all = elementsOf(manifest).flatMap(({ cssProperties = [] }) => cssProperties);
  return [...new Map(all.map((each) => [each.name, each])).values()];
}

/**
 * Elements and attributes for VS Code's setting `html.customData`.
 *
 * @param {Package} manifest
 */
export const htmlCustomData = (manifest) => ({
  version: 1.1,
  tags: elementsOf(manifest).map(({ tagName = '', description = '', attributes = [] }) => ({
    name: tagName,
    description,
    attributes: attributes.map((attribute) => ({
      name: attribute.name,
      description: attribute.description ?? '',
      ...(isFlag(attribute) && { valueSet: 'v' }),
      ...(wordsOf(attribute).length > 0 && { values: wordsOf(attribute).map((name) => ({ name })) }),
    })),
  })),
});

/**
 * Custom properties for VS Code's setting `css.customData`.
 *
 * @param {Package} manifest
 */
export const cssCustomData = (manifest) => ({
  version: 1.1,
  properties: customPropertiesOf(manifest).map(({ name, description = '', default: initial }) => ({
    name,
    description: initial ? `${description} Default: ${initial}` : description,
  })),
});

/** @param {CustomElementDeclaration} element */
function webTypesElement({ tagName = '', description, attributes = [], members = [], events = [], slots = [], cssParts = [] }) {
  const properties = members.flatMap((member) => (member.kind === 'field' && member.privacy === undefined ? [member] : []));
  return {
    name: tagName,
    description,
    'doc-url': pageOf(tagName),
    attributes: attributes.map((attribute) => ({
      name: attribute.name,
      description: attribute.description,
      ...(isFlag(attribute)
        ? { value: { kind: 'no-value' } }
        : wordsOf(attribute).length > 0 && {
            value: { kind: 'plain', type: 'enum' },
            values: wordsOf(attribute).map((name) => ({ name })),
          }),
    })),
    slots: slots.map(({ name, description: text }) => ({ name, description: text })),
    js: {
      properties: properties.map(({ name, description: text, type, readonly }) => ({
        name,
        description: text,
        ...(readonly && { 'read-only': true }),
        value: { type: type?.text ?? 'unknown' },
      })),
      events: events.map(({ name, description: text }) => ({ name, description: text })),
    },
    css: { parts: cssParts.map(({ name, description: text }) => ({ name, description: text })) },
  };
}

/**
 * JetBrains' web-types.
 *
 * @param {Package} manifest
 * @param {string} version of the package.
 */
export const webTypes = (manifest, version) => ({
  $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
  name: 'checkout-elements',
  version,
  'description-markup': 'markdown',
  contributions: {
    html: { elements: elementsOf(manifest).map(webTypesElement) },
    css: { properties: customPropertiesOf(manifest).map(({ name, description }) => ({ name, description })) },
  },
});
