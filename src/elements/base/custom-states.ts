/** Sets an element's custom states, by which a page can style it (`:state(outcome)`), to exactly these. */
export function showStates(internals: Partial<ElementInternals>, names: readonly (string | undefined)[]): void {
  // Browsers from before May 2024 have no custom states, or demand another spelling: there pages can't style by state.
  try {
    internals.states!.clear();
    for (const name of names) if (name) internals.states!.add(name);
  } catch {}
}
