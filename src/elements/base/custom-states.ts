/** Sets an element's custom states, by which a page styles it (`:state(outcome)`), to these and no others. */
export function showStates(internals: ElementInternals, names: readonly (string | undefined)[]): void {
  // Browsers of before May 2024 have none, or demand another spelling; there the element is styled as it is.
  try {
    internals.states.clear();
    for (const name of names) if (name) internals.states.add(name);
  } catch {}
}
