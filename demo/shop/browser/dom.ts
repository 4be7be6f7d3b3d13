type Content = Node | string | undefined | false;

/** Creates an element. Strings become text, `data` becomes data attributes. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { className, data }: { readonly className?: string; readonly data?: Readonly<Record<string, string>> } = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  Object.assign(made.dataset, data);
  made.append(...content.filter((part): part is Node | string => part !== undefined && part !== false));
  return made;
}

/** A time of day in the reader's format, with the exact time in its attribute. */
export function clockTime(iso: string): HTMLTimeElement {
  const time = make('time', {}, new Date(iso).toLocaleTimeString());
  time.dateTime = iso;
  return time;
}

/** A list of names and values, without undefined ones. */
export function factList(facts: Readonly<Record<string, string | number | boolean | undefined>>): HTMLElement {
  const list = make('dl', { className: 'facts' });
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined) list.append(make('dt', {}, name), make('dd', {}, String(value)));
  }
  return list;
}

/** The element with this id. */
export function byId(id: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`#${id}`);
  if (!found) throw new Error(`The page has no element #${id}.`);
  return found;
}
